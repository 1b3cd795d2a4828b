import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';
import { query } from '#app/kit/query/query.ts';
import type { LifeStatus } from '#events/document/status.ts';
import { addMs, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { PreparedChange } from '#app/kit/saved-forms/prepared-change.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** A preparation expires this long after the latest call, before an upload without a document does. */
const lifetimeMs = 12 * 3_600_000;

/** The oldest preparation that counts. */
export const preparedSince = (now: Instant): Instant => addMs(now, -lifetimeMs);

/** Whose preparations a request makes and uses: a service account's are not its owner's. */
export const preparerOf = ({ uid, serviceAccount }: Pick<Viewer, 'uid' | 'serviceAccount'>): string =>
  serviceAccount?.uid ?? uid;

/** A preparation as it stands, and who prepared it. */
export type Prepared = PreparedChange & { by: string; at: Instant };

/**
 * The preparations of documents by uid, without those of another version or state: the viewer's own (`viewer`), else
 * the newest.
 */
export async function readPreparedOf(
  db: Kysely<Database>,
  documents: readonly { uid: string; version: string; status: LifeStatus }[],
  { now, viewer }: { now: Instant; viewer: string },
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
    .orderBy((eb) => eb('user_uid', '=', viewer), 'desc')
    .orderBy('prepared_at', 'desc')
    .execute();
  return new Map(
    documents.flatMap(({ uid, version, status }) => {
      const [first] = rows.flatMap(({ document_uid: of, change, user_uid: by, prepared_at: at, ...row }) => {
        const part = of === uid && row.version === version ? changeIn(change, status) : null;
        return part ? [{ ...part, by, at }] : [];
      });
      return first ? [[uid, first] as const] : [];
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

/** The departments (uids) and the date with which an approved document is to be published, as prepared; null: none. */
export const preparedPublication = query({
  name: 'document.prepared_publication',
  input: z.object({ document: z.string() }),
  permission: 'document.view_working',
  async run({ document }, { db, viewer, now }) {
    const row = await db
      .selectFrom('read.document')
      .select(['uid', 'version', 'status'])
      .where('uid', '=', document)
      .where('status', '=', 'APPROVED')
      .executeTakeFirst();
    const prepared = row && (await readPreparedOf(db, [row], { now, viewer: preparerOf(viewer) })).get(document);
    const { departments = [], effectiveAt = null } = prepared ?? {};
    if (!prepared || (departments.length === 0 && effectiveAt === null)) return ok(null);
    const person = await db
      .selectFrom('read.user_account as u')
      .select(nameApart('u').as('name'))
      .where('u.uid', '=', prepared.by)
      .executeTakeFirst();
    const account = await db
      .selectFrom('read.service_account')
      .select('name')
      .where('uid', '=', prepared.by)
      .executeTakeFirst();
    return ok({ departments, effectiveAt, at: prepared.at, by: person?.name ?? account?.name ?? '' });
  },
});
