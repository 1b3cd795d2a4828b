import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World, type Person } from '#app/set-up/demonstration/world.ts';
import { ask } from '#app/kit/query/query.ts';
import { organisationFigures } from '#app/home/queries/figures.ts';
import { reportRequest } from '#app/reports/queries/names.ts';
import { getPlots, type Plots } from '#app/reports/queries/plots.ts';
import { previewTable } from '#app/reports/making/preview.ts';
import { requestReport } from '#app/reports/making/report-service.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';

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
});
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
    expect(other.departments).toMatchObject([{ department: 'Optics', due: 0, overdue: 0 }]);
    expect(await plotsOf(admin)).toEqual(before);
    expect(before.departments.map(({ department }) => department)).not.toContain('Optics');
    expect(before.position).toBe((await setup.services.ledger.readHead(world.org)).size);

    await world.train(author, documents.effective);
    const after = await plotsOf(admin);
    expect(after.weeks.at(-1)!.completed).toBe(before.weeks.at(-1)!.completed + 1);
    expect(open(after)).toBe(open(before) - 1);
    expect(after.position).toBe((await setup.services.ledger.readHead(world.org)).size);
    expect(await plotsOf(theirs.admin)).toEqual(other);
  });
});

describe('the plot of the rate', () => {
  const day = 86_400_000;
  const weeksOf = async (): Promise<Plots['weeks']> =>
    accepted(await setup.ask(setup.ours.admin, getPlots, {}), 'plots').weeks;

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

describe('the plots of reviews and of weeks', () => {
  const plots = async (): Promise<Plots> => accepted(await setup.ask(setup.ours.admin, getPlots, {}), 'plots');
  const again = () => setup.ours.world.department(`Since ${Date.now()}`);

  it('say the median of the days in review and name what lies far above it', async () => {
    const { org } = setup.ours.world;
    const { owner } = setup.db;
    const { rows } = await owner.query<{ days: string; uid: string }>(
      `with v as (select document_uid, version, row_number() over (order by document_uid, version) as n,
                         count(*) over () as of from read.document_version
                  where org_id = $1 and not externally_effective and coalesce(approved_at, rejected_at) is not null)
       update read.document_version t
         set submitted_at = coalesce(t.approved_at, t.rejected_at) - (case when n = 1 then 60
           else 2 + n % 3 end) * interval '1 day'
       from v where t.org_id = $1 and t.document_uid = v.document_uid and t.version = v.version
       returning case when n = 1 then 60 else 2 + n % 3 end as days, t.document_uid as uid`,
      [org],
    );
    await again();
    const { review } = await plots();
    const days = rows.map((row) => Number(row.days)).toSorted((a, b) => a - b);
    const median = (days[Math.floor((days.length - 1) / 2)]! + days[Math.ceil((days.length - 1) / 2)]!) / 2;
    expect(review).toMatchObject({ versions: days.length, median, slowTotal: 1 });
    expect(review.slow).toMatchObject([{ document: rows.find((row) => Number(row.days) === 60)!.uid, days: 60 }]);
    expect(review.months).toHaveLength(12);
    expect(review.months.at(-1)).toMatchObject({ versions: days.length, median });
  });

  it('count the reviews of twelve months, and those that are overdue', async () => {
    const { org } = setup.ours.world;
    const before = (await plots()).reviewsDue;
    const all = ({ overdue, months, later }: typeof before) =>
      months.reduce((sum, { reviews }) => sum + reviews, overdue + later);
    const { rowCount } = await setup.db.owner.query(
      `update read.document set latest_effective_at = now() - interval '731 days', reviewed_at = null
       where org_id = $1 and uid = $2`,
      [org, setup.ours.documents.effective],
    );
    expect(rowCount).toBe(1);
    await again();
    const { reviewsDue: after } = await plots();
    expect(after.months).toHaveLength(12);
    expect(after.overdue).toBe(before.overdue + 1);
    expect(all(after)).toBe(all(before));
  });

  it('count a record as overdue from its due date until it is signed', async () => {
    const { org } = setup.ours.world;
    const now = (await plots()).weeks.at(-1)!;
    const { rowCount } = await setup.db.owner.query(
      `update read.training_record set assigned_at = now() - interval '30 days', due_at = now() - interval '15 days'
       where org_id = $1 and uid = (select r.uid from read.training_record r
         join read.document d on d.uid = r.document_uid and d.training_version = r.version
         join read.user_account u on u.uid = r.user_uid and u.status = 'ACTIVE'
         where r.org_id = $1 and r.status = 'OPEN' and r.due_at > now() limit 1)`,
      [org],
    );
    expect(rowCount).toBe(1);
    await again();
    const { weeks } = await plots();
    expect(weeks.slice(-4).map(({ overdue }) => overdue)).toEqual([0, 1, 1, now.overdue + 1]);
    expect(weeks.at(-1)).toMatchObject({ open: now.open - 1, signed: now.signed });
  });

  it('count what is overdue as the home page does, also while another version counts already', async () => {
    const { admin, world } = setup.ours;
    const { owner } = setup.db;
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = 'read' and table_name = 'document_version' and is_generated = 'NEVER'`,
    );
    const { rowCount } = await owner.query(
      `insert into read.document_version (${rows[0]!.columns})
       select ${rows[0]!.columns} from (
         select (jsonb_populate_record(v, jsonb_build_object('version', '9.0', 'status', 'PENDING',
           'published_at', now(), 'effective_at', now() + interval '9 days'))).*
         from read.document_version v join read.training_record r
           on r.org_id = v.org_id and r.document_uid = v.document_uid and r.version = v.version
         where v.org_id = $1 and r.status = 'OPEN' and r.due_at < now() limit 1) newer`,
      [world.org],
    );
    expect(rowCount).toBe(1);
    await again();
    const since = '2020-01-01T00:00:00.000Z';
    const { overdue } = accepted(await setup.ask(admin, organisationFigures, { since }), 'figures');
    expect(overdue.now).toBeGreaterThan(0);
    expect((await plots()).weeks.at(-1)!.overdue).toBe(overdue.now);
  });

  it('agree with home, matrix and table on what is overdue at one moment, now and of the past', async () => {
    const { admin, world } = setup.ours;
    const [viewer, last] = await Promise.all([setup.viewer(admin), setup.services.ledger.readHead(world.org)]);
    // Between the last event and this moment all of the training falls due.
    const moment = new Date(Date.now() + 400 * 86_400_000).toISOString();
    const ports = { ...setup.services, now: () => moment };
    const asking = { ports, viewer, now: moment };
    const figures = accepted(await ask(organisationFigures, { since: moment }, asking), 'figures');
    const overdue = accepted(await ask(getPlots, {}, asking), 'plots').weeks.at(-1)!.overdue;
    expect(overdue).toBeGreaterThan((await plots()).weeks.at(-1)!.overdue);
    expect(figures.overdue.now).toBe(overdue);
    for (const place of [{ position: null }, { position: last.size, at: moment }]) {
      const table = { name: 'outstanding-training', filters: { gaps: false }, ...place } as const;
      const listed = accepted(await previewTable(ports, viewer, table, 1), 'table');
      expect(listed.summary).toContain(`${overdue} overdue`);
      const asked = reportRequest.parse({ ...table, name: 'training-matrix', format: 'csv' });
      const made = accepted(await requestReport(ports, viewer, asked), 'matrix');
      const cells = made.kind === 'file' ? made.bytes.toString('utf8').match(/\b(Due|Overdue) \d{4}/g) : [];
      expect(new Set(cells)).toEqual(new Set([expect.stringMatching(/^Overdue/)]));
    }
  });

  it('begin with the first of 26 weeks, which holds nothing that was signed before it', async () => {
    const { org } = setup.ours.world;
    const { rowCount } = await setup.db.owner.query(
      `update read.training_record set assigned_at = now() - interval '1 year', signed_at = now() - interval '1 year'
       where org_id = $1 and uid = (select r.uid from read.training_record r
         join read.document d on d.uid = r.document_uid and d.training_version = r.version
         join read.user_account u on u.uid = r.user_uid and u.status = 'ACTIVE'
         where r.org_id = $1 and r.status = 'COMPLETED' limit 1)`,
      [org],
    );
    expect(rowCount).toBe(1);
    await again();
    const { weeks } = await plots();
    expect(weeks).toHaveLength(26);
    expect(weeks[0]).toMatchObject({ completed: 1, signed: 0 });
  });
});
