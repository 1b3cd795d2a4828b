import type { DocumentRecord } from '#app/documents/queries/get-document.ts';

/** The version in force, where it had a periodic review, which may have asked for the next one; else null. */
export const reviewedVersion = ({
  reviewedAt,
  effectiveVersion,
}: Pick<DocumentRecord, 'reviewedAt' | 'effectiveVersion'>): string | null =>
  reviewedAt === null ? null : effectiveVersion;
