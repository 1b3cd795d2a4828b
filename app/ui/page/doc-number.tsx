/** A document number, and the version where it matters, in the voice of the proof. */
export function DocNumber({ number, version }: { number: string; version?: string | undefined }) {
  return <span className="docno">{version ? `${number} \u00a0 v${version}` : number}</span>;
}
