interface Approved {
  /** ISO 8601 in UTC; null where it was not approved here. */
  approvedAt: string | null;
  /** What its import claims; null where it was not imported. */
  claimed: unknown;
}

/** The PDF of a version to take: the signed one from its approval on, because the download makes what is missing. */
export const pdfToTake = ({ approvedAt, claimed }: Approved): 'signed' | 'final' =>
  approvedAt !== null && claimed === null ? 'signed' : 'final';
