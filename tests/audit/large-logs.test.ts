import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#app/adapters/database/schema.ts';
import { getOrganisationLog } from '#app/audit/queries/logs.ts';
import { getTrail } from '#app/audit/queries/list-trail.ts';
import { getUserLog } from '#app/audit/queries/logs.ts';
import type { QueryContext } from '#app/kit/query/query.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';

/** Entries in the log of one person who signs in day by day, and in those of strangers. */
const busy = 12_000;
const others = 48_000;

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
  const { world, admin } = setup.ours;
  await setup.db.owner.query(
    `insert into read.audit_entry (org_id, subject, position, kind)
     select $1, case when n <= $3 then $2 else md5((n % 800)::text)::uuid end, 1000000 + n, 'user'
       from generate_series(1, $4::int) n`,
    [world.org, admin.uid, busy, busy + others],
  );
  await setup.db.owner.query('vacuum (analyze) read.audit_entry, read.training_record');
});
afterAll(() => setup.close());

/** What an admin is answered, and how many entries of the audit trail were read for it. */
async function reading<T>(work: (context: QueryContext) => Promise<T>): Promise<{ answer: T; read: number }> {
  const viewer = await setup.viewer(setup.ours.admin);
  const context = { viewer, org: viewer.org, ports: setup.services, now: setup.services.now() };
  return setup.services.database.read(setup.ours.world.org, async (db) => {
    const before = await entriesRead(db);
    const answer = await work({ ...context, db });
    return { answer, read: (await entriesRead(db)) - before };
  });
}

/** Without parallel workers: their reads are not counted in this transaction. */
async function entriesRead(db: Kysely<Database>): Promise<number> {
  await sql`set local max_parallel_workers_per_gather = 0`.execute(db);
  const { rows } = await sql<{ read: string }>`
    select sum(pg_stat_get_xact_tuples_returned(c)) as read
    from unnest(array['read.audit_entry', 'read.audit_entry_pk']::regclass[]) c`.execute(db);
  return Number(rows[0]?.read);
}

describe('[P11-10e] among the logs of many people', () => {
  it.each([
    ['everybody, by a part of the name', () => 'a'],
    ['a person with thousands of other events', () => setup.ours.admin.uid],
  ])('a trail is filtered by %s without reading their logs', async (_, who) => {
    const document = setup.ours.documents.effective;
    const input = { document, kind: null, who: who(), page: 1, until: null };
    const { answer, read } = await reading((context) => getTrail.run(input, context));
    expect(accepted(answer, 'trail').matching).toBeGreaterThan(0);
    expect(read).toBeLessThan(200);
  });

  it('that of the organisation is read alone', async () => {
    const { answer, read } = await reading((context) => getOrganisationLog.run({ page: 1, whole: false }, context));
    const { total } = accepted(answer, 'log');
    expect(read).toBe(total);
  });

  it('that of a person is read once, up to its last page', async () => {
    const asked = { user: setup.ours.admin.uid, whole: false };
    const pageAt = (page: number) => reading((context) => getUserLog.run({ ...asked, page }, context));
    const { answer, read } = await pageAt(1);
    const { total, recorded, positions, last } = accepted(answer, 'log');
    expect(total).toBeGreaterThan(busy);
    expect(positions[0]).toBe(last);
    expect(read).toBeLessThanOrEqual(recorded);
    const end = accepted((await pageAt(100_000)).answer, 'log');
    expect(end).toMatchObject({ total, last, page: Math.ceil(total / 25) });
    const whole = accepted(
      (await reading((context) => getUserLog.run({ ...asked, page: 1, whole: true }, context))).answer,
      'log',
    );
    expect(whole.positions).toHaveLength(recorded);
    expect(whole.positions.filter((one) => end.positions.includes(one)).toReversed()).toEqual(end.positions);
  });
});
