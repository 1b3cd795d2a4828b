import type { Instant } from '#events/time.ts';

interface Approved {
  /** Null where it was not approved here. */
  approvedAt: Instant | null;
  /** What its import claims; null where it was not imported. */
  claimed: unknown;
}

/** The PDF of a version to take: with its signatures from its approval on; what is missing of it is made then. */
export const pdfToTake = ({ approvedAt, claimed }: Approved): 'signed' | 'final' =>
  approvedAt !== null && claimed === null ? 'signed' : 'final';
