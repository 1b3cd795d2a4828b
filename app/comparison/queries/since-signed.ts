import type { Kysely, Selectable } from 'kysely';
import type { StoredFile } from '#events/document/events.ts';
import type { ReadComparison } from '#projections/tables.ts';
import { comparisonMethod } from '#events/document/comparison-method.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { groupBy } from '#app/kit/query/group-by.ts';

/** A version that was sent for review, and its final PDF. */
export interface SentVersion {
  version: string;
  file: StoredFile;
}

/** Two versions of a document, the older one first. */
export interface VersionPair {
  document: string;
  from: SentVersion;
  to: SentVersion;
}

export type ComparisonRow = Omit<Selectable<ReadComparison>, 'org_id' | 'document_uid'>;

/** What a version is compared with for a person who is to sign it. */
export interface SinceSigned extends VersionPair {
  /** When the person signed the older version; null where they never signed one. */
  signedAt: Instant | null;
  /** Null while it is not made. */
  comparison: ComparisonRow | null;
}

/** The comparison of two versions that is recorded. Null where there is none, or only one of an earlier method. */
export async function readComparison(
  db: Kysely<Database>,
  { document, from, to }: { document: string; from: string; to: string },
): Promise<ComparisonRow | null> {
  const row = await db
    .selectFrom('read.comparison')
    .selectAll()
    .where('document_uid', '=', document)
    .where('from_version', '=', from)
    .where('to_version', '=', to)
    .where('method', '=', comparisonMethod)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

interface Older extends SentVersion {
  status: string;
}

/** Versions newest first. */
const readVersions = (db: Kysely<Database>, document: string): Promise<Older[]> =>
  db
    .selectFrom('read.document_version')
    .select(['version', 'final_file as file', 'status'])
    .where('document_uid', '=', document)
    .orderBy('version_order', 'desc')
    .execute();

/** Versions of the document that people signed, as approvers or trainees. */
const readSigned = (db: Kysely<Database>, document: string) =>
  db
    .selectFrom('read.approval as a')
    .select((eb) => [eb.fn.coalesce('a.signer_uid', 'a.user_uid').as('user'), 'a.version', 'a.signed_at as at'])
    .where('a.document_uid', '=', document)
    .where('a.status', '=', 'APPROVED')
    .unionAll((eb) =>
      eb
        .selectFrom('read.training_record as t')
        .select((of) => ['t.user_uid as user', of.fn.coalesce('t.carried_from', 't.version').as('version')])
        .select('t.signed_at as at')
        .where('t.document_uid', '=', document)
        .where('t.status', '=', 'COMPLETED'),
    );

/** The newest older version that the person signed, else the newest that was ever in force; null: neither. */
const chooseOlder = (older: readonly Older[], signed: ReadonlySet<string>): Older | null =>
  older.find(({ version }) => signed.has(version)) ??
  older.find(({ status }) => status === 'EFFECTIVE' || status === 'SUPERSEDED') ??
  null;

/** Null where there is no older version to compare with, and where the person trained on this one before. */
export async function readSinceSigned(
  db: Kysely<Database>,
  { document, version, user }: { document: string; version: string; user: string },
): Promise<SinceSigned | null> {
  const versions = await readVersions(db, document);
  const at = versions.findIndex((one) => one.version === version);
  const to = versions[at];
  if (!to) return null;
  const again = await db
    .selectFrom('read.training_record')
    .select('uid')
    .where('document_uid', '=', document)
    .where('version', '=', version)
    .where('user_uid', '=', user)
    .where('status', '=', 'COMPLETED')
    .limit(1)
    .executeTakeFirst();
  if (again) return null;
  const signed = await db
    .selectFrom(readSigned(db, document).as('s'))
    .select(['s.version', 's.at'])
    .where('s.user', '=', user)
    .orderBy('s.at')
    .execute();
  const from = chooseOlder(versions.slice(at + 1), new Set(signed.map((one) => one.version)));
  if (!from) return null;
  const signedAt = signed.findLast((one) => one.version === from.version)?.at ?? null;
  const comparison = await readComparison(db, { document, from: from.version, to: version });
  return { document, from: fileOf(from), to: fileOf(to), signedAt, comparison };
}

const fileOf = ({ version, file }: SentVersion): SentVersion => ({ version, file });

/** The pairs that those who are yet to sign a version will be shown, and the one with the version in force. */
export async function readAwaitedPairs(
  db: Kysely<Database>,
  { document, version }: { document: string; version: string },
): Promise<VersionPair[]> {
  const versions = await readVersions(db, document);
  const at = versions.findIndex((one) => one.version === version);
  const to = versions[at];
  if (!to) return [];
  const signed = await db
    .selectFrom(readSigned(db, document).as('s'))
    .select(['s.user', 's.version'])
    .distinct()
    .where((eb) =>
      eb.or([
        eb(
          's.user',
          'in',
          eb
            .selectFrom('read.approval')
            .select('user_uid')
            .where('document_uid', '=', document)
            .where('version', '=', version)
            .where('status', 'in', ['WAITING', 'OPEN']),
        ),
        eb(
          's.user',
          'in',
          eb
            .selectFrom('read.training_record')
            .select('user_uid')
            .where('document_uid', '=', document)
            .where('version', '=', version)
            .where('status', '=', 'OPEN'),
        ),
      ]),
    )
    .execute();
  const byUser = groupBy(signed, ({ user }) => user);
  const older = versions.slice(at + 1);
  const chosen = [new Set<string>(), ...Array.from(byUser.values(), (own) => new Set(own.map((one) => one.version)))];
  const found = new Set(chosen.map((own) => chooseOlder(older, own)));
  return [...found].flatMap((from) => (from ? [{ document, from: fileOf(from), to: fileOf(to) }] : []));
}
