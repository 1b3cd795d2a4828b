/** A document number, and its version where it matters, in monospace. */
export function DocNumber({ number, version }: { number: string; version?: string | undefined }) {
  return <span className="docno">{version ? `${number} \u00a0 v${version}` : number}</span>;
}
