import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { VersionChange } from '#events/document/change.ts';
import type { StoredFile } from '#events/document/events.ts';
import { ok } from '#events/failures.ts';
import { isAfter, type Instant } from '#events/time.ts';
import type { VersionStatus } from '#projections/statuses.ts';
import type { ReadDocumentVersion } from '#projections/tables.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { groupBy } from '#app/kit/query/group-by.ts';
import { query } from '#app/kit/query/query.ts';
import { claimInWords } from '#app/documents/words/claim.ts';

/** A version that was submitted. */
export interface VersionLine {
  version: string;
  name: string;
  status: VersionStatus;
  externallyEffective: boolean;
  submittedAt: Instant;
  approvedAt: Instant | null;
  publishedAt: Instant | null;
  trainingWaived: boolean | null;
  /** When it came or will come into force; null if it was withdrawn or retired before. */
  effectiveAt: Instant | null;
  /** The IANA zone that the effective date was chosen in. */
  effectiveZone: string | null;
  supersededAt: Instant | null;
  /** The zone of the effective date of the version that replaced it. */
  supersededZone: string | null;
  withdrawnAt: Instant | null;
  retiredAt: Instant | null;
  /** What it changes and why; null where nobody said so. */
  change: VersionChange | null;
  working: StoredFile;
  final: StoredFile;
  signed: StoredFile | null;
  /** What the source of its import claims, with a scan as evidence; null where it was not imported. */
  claimed: { words: string; evidence: StoredFile | null } | null;
  /** The route that it was sent along; null where every approver was asked at once. */
  route: { uid: string; name: string; version: number } | null;
}

const versions = (db: Kysely<Database>) =>
  db.selectFrom('read.document_version').selectAll().orderBy('version_order', 'desc');

/** Every version of a document, newest first. */
export async function readVersions(db: Kysely<Database>, document: string): Promise<VersionLine[]> {
  const rows = await versions(db).where('document_uid', '=', document).execute();
  return linesOf(rows);
}

/** `readVersions` of several documents (uids). */
export async function readVersionsOf(
  db: Kysely<Database>,
  documents: readonly string[],
): Promise<Map<string, VersionLine[]>> {
  if (documents.length === 0) return new Map();
  const rows = await versions(db)
    .where('document_uid', 'in', [...documents])
    .execute();
  const byDocument = groupBy(rows, (row) => row.document_uid);
  return new Map([...byDocument].map(([document, own]) => [document, linesOf(own)]));
}

type Row = Selectable<ReadDocumentVersion>;

/** The effective date of a version; null if it was withdrawn or retired before it. */
export const effectiveMoment = (row: Partial<Pick<Row, 'effective_at' | 'withdrawn_at' | 'retired_at'>>) => {
  const { effective_at: from = null, withdrawn_at: withdrawn, retired_at: retired } = row;
  const never = withdrawn || (from && retired && isAfter(from, retired));
  return never ? null : from;
};

const lineOf = (row: Row): VersionLine => ({
  version: row.version,
  name: row.name,
  status: row.status,
  externallyEffective: row.externally_effective,
  submittedAt: row.submitted_at,
  approvedAt: row.approved_at ?? null,
  publishedAt: row.published_at ?? null,
  trainingWaived: row.training_waived ?? null,
  effectiveAt: effectiveMoment(row),
  effectiveZone: row.effective_zone ?? null,
  supersededAt: row.superseded_at ?? null,
  supersededZone: null,
  withdrawnAt: row.withdrawn_at ?? null,
  retiredAt: row.retired_at ?? null,
  change: row.change ?? null,
  working: row.working_file,
  final: row.final_file,
  signed: row.signed_file ?? null,
  claimed: row.claimed ? { words: claimInWords(row.claimed), evidence: row.evidence ?? null } : null,
  route: row.route_uid ? { uid: row.route_uid, name: row.route_name ?? '', version: row.route_version ?? 1 } : null,
});

/** The lines of one document's versions. */
function linesOf(rows: readonly Row[]): VersionLine[] {
  const lines = rows.map(lineOf);
  const replacing = (at: Instant) => lines.find(({ effectiveAt }) => effectiveAt === at)?.effectiveZone ?? null;
  return lines.map((line) => ({ ...line, supersededZone: line.supersededAt && replacing(line.supersededAt) }));
}

/** The same for rows folded in memory, where an unwritten column is absent. */
export const linesOfFolded = (rows: readonly Readonly<Record<string, unknown>>[]): VersionLine[] =>
  linesOf(rows as unknown as Row[]);

/** Whether a version was approved: here, or outside as the source of its import claims. */
export const wasApproved = ({ approvedAt, claimed }: Pick<VersionLine, 'approvedAt' | 'claimed'>): boolean =>
  approvedAt !== null || claimed !== null;

/** Each version that was ever approved, newest first, with both files (rules.md section 2). */
export const listHistory = query({
  name: 'document.history',
  input: z.object({ document: z.uuid() }),
  permission: 'document.view_working',
  async run({ document }, { db }) {
    return ok((await readVersions(db, document)).filter(wasApproved));
  },
});
