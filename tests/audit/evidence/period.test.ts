import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOfDay } from '#app/kit/query/period.ts';
import { getEvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup.close());

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);

it.each([
  [-1, 1],
  [0, 0],
  [-9, -2],
  [-9, 0],
  [0, 9],
  [2, 9],
])('the events of the days from %i to %i are found without looking at each', async (first, last) => {
  const { org } = setup.ours.world;
  const [from, to] = [day(first), day(last)];
  const viewer = await setup.viewer(setup.ours.admin);
  const { rows } = await setup.db.owner.query<{ position: string }>(
    'select position from ledger.event where org_id = $1 and recorded_at >= $2 and recorded_at < $3 order by position',
    [org, startOfDay(from, 0, viewer.settings.timeZone), startOfDay(to, 1, viewer.settings.timeZone)],
  );
  const all = await setup.services.ledger.readHead(org);
  for (const size of [all.size, '7']) {
    const expected = rows.map(({ position }) => position).filter((position) => Number(position) <= Number(size));
    const { found, looks } = await setup.services.database.read(org, async (db) => {
      const looksNow = async () => {
        const read = await sql<{ looks: string }>`
          select sum(pg_stat_get_xact_tuples_returned(c)) as looks
          from unnest(array['ledger.event', 'ledger.event_pk']::regclass[]) c`.execute(db);
        return Number(read.rows[0]?.looks);
      };
      const before = await looksNow();
      const context = { viewer, org, db, ports: setup.services, now: setup.services.now() };
      const answer = await getEvidenceSubject.run({ kind: 'organisation', uid: org, from, to, size }, context);
      return { found: answer, looks: (await looksNow()) - before };
    });
    if (expected.length === 0) expect(found).toMatchObject({ failure: { code: 'evidence_empty' } });
    else expect(found).toMatchObject({ ok: true, value: { positions: expected } });
    expect(looks).toBeLessThan(50);
  }
});
