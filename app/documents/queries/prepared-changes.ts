import type { Kysely } from 'kysely';
import type { LifeStatus } from '#events/document/status.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { PreparedChange } from '#app/kit/saved-forms/tables.ts';

/** A preparation expires this long after the latest call, before an upload without a document does. */
const lifetimeMs = 12 * 3_600_000;

/** The oldest preparation that counts. `now`: ISO 8601 in UTC. */
export const preparedSince = (now: string): string => new Date(Date.parse(now) - lifetimeMs).toISOString();

/** A preparation as it stands, and who changed it last. */
export type Prepared = PreparedChange & { by: string; at: string };

/** The preparations of documents by uid, without those of another version or state. `now`: ISO 8601 in UTC. */
export async function readPreparedOf(
  db: Kysely<Database>,
  documents: readonly { uid: string; version: string; status: LifeStatus }[],
  now: string,
): Promise<Map<string, Prepared>> {
  const rows = await db
    .selectFrom('app.prepared_change')
    .select(['document_uid', 'version', 'user_uid', 'change', 'prepared_at'])
    .where(
      'document_uid',
      'in',
      documents.map(({ uid }) => uid),
    )
    .where('prepared_at', '>=', preparedSince(now))
    .execute();
  const of = new Map(rows.map((row) => [row.document_uid, row]));
  return new Map(
    documents.flatMap(({ uid, version, status }) => {
      const row = of.get(uid);
      const change = row?.version === version ? changeIn(row.change, status) : null;
      return row && change ? [[uid, { ...change, by: row.user_uid, at: row.prepared_at }] as const] : [];
    }),
  );
}

/** The part of a preparation that counts in a document's status: another act may have done the rest. Null if empty. */
function changeIn(change: PreparedChange, status: LifeStatus): PreparedChange | null {
  const { awaited } = change;
  if (status === 'CREATED') return awaited ? { awaited } : null;
  const part = status === 'APPROVED' ? change : { ...change, departments: undefined, effectiveAt: undefined };
  const { awaited: _, ...rest } = part;
  const filled = Object.values(rest).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));
  return filled ? part : null;
}
