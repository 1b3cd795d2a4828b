import { trainingCounts } from '#app/documents/queries/training-rate.ts';
import type { Organisation } from '#tests/support/organisation.ts';

/** First seen in the ledger comes first: what a random choice picks is the same on every run. */
type Order = ReadonlyMap<string, number>;

/** The read models of an organisation. */
export async function readReadModels({ services, world }: Organisation, order: Order = new Map()) {
  const inOrder = <T>(rows: T[], key: (row: T) => string): T[] =>
    rows.toSorted((a, b) => (order.get(key(a)) ?? 0) - (order.get(key(b)) ?? 0));
  const byUid = <T extends { uid: string }>(rows: T[]): T[] => inOrder(rows, ({ uid }) => uid);
  return await services.database.read(world.org, async (db) => {
    const documents = byUid(await db.selectFrom('read.document').selectAll().execute());
    const { settings, name } = await db
      .selectFrom('read.organisation')
      .select(['settings', 'name'])
      .executeTakeFirstOrThrow();
    return {
      settings,
      name,
      documents,
      versions: inOrder(
        await db.selectFrom('read.document_version').selectAll().orderBy('version_order').execute(),
        (row) => row.document_uid,
      ),
      assigned: await db
        .selectFrom('read.document_department')
        .selectAll()
        .orderBy('document_uid')
        .orderBy('version')
        .orderBy('department_uid')
        .execute(),
      approvals: byUid(await db.selectFrom('read.approval').selectAll().execute()),
      people: byUid(await db.selectFrom('read.user_account').selectAll().execute()),
      members: await db
        .selectFrom('read.user_department')
        .selectAll()
        .orderBy('user_uid')
        .orderBy('department_uid')
        .execute(),
      records: byUid(await db.selectFrom('read.training_record').selectAll().execute()),
      departments: byUid(await db.selectFrom('read.department').selectAll().execute()),
      areas: inOrder(await db.selectFrom('read.functional_area').selectAll().execute(), ({ area }) => area),
      functions: byUid(await db.selectFrom('read.function').selectAll().execute()),
      grants: await db
        .selectFrom('read.function_grant')
        .selectAll()
        .orderBy('user_uid')
        .orderBy('function_uid')
        .execute(),
      absences: byUid(await db.selectFrom('read.absence').selectAll().execute()),
      routes: byUid(await db.selectFrom('read.route').selectAll().execute()),
      requests: byUid(await db.selectFrom('read.change_request').selectAll().execute()),
      comments: byUid(await db.selectFrom('read.review_comment').selectAll().execute()),
      answers: byUid(await db.selectFrom('read.comment_answer').selectAll().execute()),
      programs: byUid(await db.selectFrom('read.service_account').selectAll().execute()),
      webhooks: byUid(await db.selectFrom('read.webhook').selectAll().execute()),
      authenticators: byUid(await db.selectFrom('read.authenticator').selectAll().execute()),
      imports: byUid(await db.selectFrom('read.library_import').selectAll().execute()),
      rates: await trainingCounts(db, uidsOf(documents)),
    };
  });
}

const uidsOf = (rows: readonly { uid: string }[]): string[] => rows.map(({ uid }) => uid);

export type ReadModels = Awaited<ReturnType<typeof readReadModels>>;
