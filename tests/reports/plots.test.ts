import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World, type Person } from '#app/demo/world.ts';
import { getPlots, type Plots } from '#app/queries/report/plots.ts';
import { accepted } from '#app/setup/accepted.ts';
import { openSetup, type Setup } from '#tests/audit/setup.ts';

let setup: Setup;
/** Members of Quality with open training. */
let trainees: Person[];
beforeAll(async () => {
  setup = await openSetup();
  const { world, employee } = setup.ours;
  const join = (name: string) => {
    const email = `${name.toLowerCase()}@${employee.email.split('@')[1]}`;
    const person = { firstName: name, lastName: 'Trainee', email, password: 'corridor-battery-9-lamp' };
    return world.join({ ...person, role: 'EMPLOYEE' }, ['Quality']);
  };
  trainees = [await join('Aoife'), await join('Luca'), await join('Marit')];
}, 180_000);
afterAll(() => setup.close());

describe('the plots', () => {
  const plotsOf = async (person: Person): Promise<Plots> => accepted(await setup.ask(person, getPlots, {}), 'plots');
  const open = ({ departments }: Plots) => departments.reduce((sum, { due, overdue }) => sum + due + overdue, 0);

  it('show each organisation its own data and change with its events', async () => {
    const { world, admin, author, documents } = setup.ours;
    const { email: _, ...somebody } = admin;
    const theirs = await World.found(setup.services, {
      name: 'Southwold Instruments',
      domain: 'southwold.example',
      admin: { ...somebody, email: 'ines@southwold.example' },
    });
    await theirs.department('Optics');
    const before = await plotsOf(admin);
    const other = await plotsOf(theirs.admin);
    expect(other.departments).toEqual([{ department: 'Optics', due: 0, overdue: 0 }]);
    expect(await plotsOf(admin)).toEqual(before);
    expect(before.departments.map(({ department }) => department)).not.toContain('Optics');
    expect(before.position).toBe((await setup.services.ledger.readHead(world.org)).size);

    await world.train(author, documents.effective);
    const after = await plotsOf(admin);
    expect(after.rates.at(-1)!.completed).toBe(before.rates.at(-1)!.completed + 1);
    expect(open(after)).toBe(open(before) - 1);
    expect(after.position).toBe((await setup.services.ledger.readHead(world.org)).size);
    expect(await plotsOf(theirs.admin)).toEqual(other);
  });
});

describe('the plot of the rate', () => {
  const day = 86_400_000;
  const weeksOf = async (): Promise<Plots['rates']> =>
    accepted(await setup.ask(setup.ours.admin, getPlots, {}), 'plots').rates;

  it('starts at the first assignment, and counts what was carried over from the day it was', async () => {
    const { world } = setup.ours;
    // Everything was assigned today.
    expect(await weeksOf()).toHaveLength(1);
    const { owner } = setup.db;
    const { rows } = await owner.query<{ uid: string }>(
      `update read.training_record set status = 'COMPLETED', assigned_at = $2, signed_at = $3, carried_from = '0.9'
       where uid = (select r.uid from read.training_record r
                    join read.document_version v on v.org_id = r.org_id and v.document_uid = r.document_uid
                      and v.version = r.version and v.status = 'EFFECTIVE'
                    join read.user_account u on u.org_id = r.org_id and u.uid = r.user_uid and u.status = 'ACTIVE'
                    where r.org_id = $1 and r.status = 'OPEN' limit 1) returning uid`,
      [world.org, new Date(Date.now() - 15 * day), new Date(Date.now() - 90 * day)],
    );
    expect(rows).toHaveLength(1);
    // The next event makes the plots be read again.
    await world.department(`Since ${Date.now()}`);
    const weeks = await weeksOf();
    expect(weeks).toHaveLength(3);
    expect(weeks[0]).toMatchObject({ assigned: 1, completed: 1, rate: 100 });
    expect(Date.now() - Date.parse(weeks[0]!.at)).toBeLessThan(15 * day);
  });

  it('counts a signature whose own time is after that of its event', async () => {
    const { world, documents } = setup.ours;
    const { completed } = (await weeksOf()).at(-1)!;
    const { rows } = await setup.db.owner.query<{ user_uid: string }>(
      `select user_uid from read.training_record where org_id = $1 and document_uid = $2 and status = 'OPEN'`,
      [world.org, documents.effective],
    );
    const signer = trainees.find(({ uid }) => rows.some((row) => row.user_uid === uid))!;
    await world.train(signer, documents.effective);
    await setup.db.owner.query(
      `update read.training_record set signed_at = signed_at + interval '1 hour'
       where org_id = $1 and user_uid = $2 and status = 'COMPLETED'`,
      [world.org, signer.uid],
    );
    expect((await weeksOf()).at(-1)!.completed).toBe(completed + 1);
  });
});
