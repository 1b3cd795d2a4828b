import type { Contents } from '#app/audit/evidence/verify/contents.ts';
import type { FileOutcome } from '#app/audit/evidence/pack/stored-files.ts';
import type { DescribedEvent } from '#app/audit/evidence/pack/event-descriptions.ts';

/** The content of a pack's index, for its page and its PDF. */
export interface PackSummary {
  contents: Contents;
  /** When the last event under the checkpoint was recorded. A pack has no other time, so that it can be reproduced. */
  asOf: string;
  /** IANA name of the zone of the dates in event descriptions. */
  zone: string;
  /** A demonstration, whose past is simulated. */
  timesSimulated: boolean;
  /** Of the public key's DER, in hexadecimal. */
  keyFingerprint: string;
  stored: FileOutcome;
  /** Oldest first. */
  events: readonly DescribedEvent[];
}

/** The path of the file with this fingerprint; null when it is not in the pack. */
export const pathOf = ({ stored }: PackSummary, sha256: string): string | null =>
  stored.packed.find((file) => file.sha256 === sha256)?.path ?? null;
