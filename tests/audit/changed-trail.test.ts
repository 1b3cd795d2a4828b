import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { verifyTrail } from '#app/audit/queries/verify-trail.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup.close());

const org = () => setup.ours.world.org;

const whole = async (uid: string) =>
  accepted(await setup.ask(setup.ours.author, getWholeTrail, { document: uid }), 'trail');

describe('the checkpoint of a trail', () => {
  it('is signed anew where the latest one does not cover the position', async () => {
    const { checkpoints } = setup.services;
    const first = await coverUpTo(setup.services, org(), '1');
    expect(first?.sound).toBe(true);

    const somebody = { firstName: 'Ewa', lastName: 'Żak', email: `ewa.${randomUUID()}@northmere.example` };
    await setup.ours.world.invite({ ...somebody, role: 'EMPLOYEE', password: '' }, ['Quality']);
    const { position } = await setup.viewer(setup.ours.admin);
    const later = await coverUpTo(setup.services, org(), position);
    expect(Number(later?.size)).toBeGreaterThan(Number(first!.size));
    expect((await checkpoints.latest(org()))?.size).toBe(later?.size);
  });
});

describe('[P11-10a3] a trail that somebody changed behind the product', () => {
  it('names the event whose byte was changed', async () => {
    const { positions, last } = await whole(setup.ours.documents.rejected);
    const checkpoint = (await coverUpTo(setup.services, org(), last))!;
    expect(await verifyTrail(setup.services, org(), positions, checkpoint)).toEqual([]);
    const victim = positions[1]!;
    const owner = await setup.db.owner.connect();
    await owner.query('alter table ledger.event disable trigger all');
    await owner.query(
      `update ledger.event set canonical = replace(canonical, '"size":', '"size":1')
       where org_id = $1 and position = $2`,
      [org(), victim],
    );
    await owner.query('alter table ledger.event enable trigger all');
    owner.release();
    expect(await verifyTrail(setup.services, org(), positions, checkpoint)).toEqual([victim]);
  });
});
