import type { Contents } from '#app/evidence/verify/contents.ts';
import type { PdfOutcome } from '#app/evidence/pack/pdfs.ts';
import type { DescribedEvent } from '#app/evidence/pack/event-descriptions.ts';

/** All that the indexes of a pack tell, as a page and as a PDF. */
export interface PackSummary {
  contents: Contents;
  /** When the last event under the checkpoint was recorded: ISO 8601 in UTC. The pack has no other time, so that it can be made again. */
  asOf: string;
  /** IANA name: the dates in what is told are in it. */
  zone: string;
  /** Of the public key's DER, in hexadecimal. */
  keyFingerprint: string;
  pdfs: PdfOutcome;
  /** Oldest first. */
  events: readonly DescribedEvent[];
}

/** The fingerprint of a file with the name that it has in the pack; null where it is not in it. */
export const pathOf = ({ pdfs }: PackSummary, sha256: string): string | null =>
  pdfs.packed.find((file) => file.sha256 === sha256)?.path ?? null;

export const inNumbers = (n: number): string => n.toLocaleString('en-GB');

export const counted = (n: number, one: string): string => `${inNumbers(n)} ${n === 1 ? one : `${one}s`}`;
