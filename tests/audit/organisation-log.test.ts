import { afterAll, beforeAll, expect, it } from 'vitest';
import { text } from 'node:stream/consumers';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { renameDepartment } from '#app/organisation/commands/save-department.ts';
import { readTrailEvents } from '#app/audit/queries/events.ts';
import { getOrganisationLog, getUserLog } from '#app/audit/queries/logs.ts';
import { pageSize } from '#app/kit/query/page-size.ts';
import { readLogEvents } from '#app/audit/screens/trail/log-events.ts';
import { makeTrail } from '#app/audit/export/trails.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
  const { world } = setup.ours;
  const settings = { ...defaultSettings, timeZone: 'Europe/Berlin', passwordPolicy: 60 };
  const reason = 'The site moved to Berlin.';
  await world.act(world.admin, changeSettings, { name: 'Northmere Diagnostics', settings, reason });
  const department = world.uidsOf(['Laboratory'])[0]!;
  await world.act(world.admin, renameDepartment, { department, name: 'Bioanalysis' });
});
afterAll(() => setup.close());

const log = async () =>
  accepted(await setup.ask(setup.ours.admin, getOrganisationLog, { page: 1, whole: true }), 'organisation log');

it('[A11-9a] [P11-10e] lists only changes of settings, departments and functional areas', async () => {
  const { org } = setup.ours.world;
  const { positions, total } = await log();
  const { rows } = await setup.db.owner.query<{ position: string }>(
    `select position from ledger.event
     where org_id = $1 and type ~ '^(Organisation|Department|FunctionalArea|ClockMoved)' order by position`,
    [org],
  );
  expect(positions).toEqual(rows.map(({ position }) => position));
  expect(total).toBe(rows.length);
  const described = await readTrailEvents(setup.services, { org }, positions, null);
  const [renamed, changed] = described.toReversed();
  expect(renamed).toMatchObject({ changes: [{ field: 'Name', old: 'Laboratory', new: 'Bioanalysis' }] });
  expect(changed).toMatchObject({ reason: 'The site moved to Berlin.' });
  expect(changed?.changes).toEqual([
    { field: 'Time zone', old: 'UTC', new: 'Europe/Berlin' },
    { field: 'Passwords expire after, days', old: '90', new: '60' },
  ]);
});

it('[A11-9c] [A11-9d] can be printed and searched: PDF and CSV hold old value, new value and reason', async () => {
  const viewer = await setup.viewer(setup.ours.admin);
  const made = async (format: 'pdf' | 'csv') =>
    accepted(
      await makeTrail(setup.services, viewer, { name: 'organisation-audit-log', format, about: viewer.org }),
      format,
    );
  const csv = await made('csv');
  expect(csv.filename).toBe('Northmere Diagnostics audit log.csv');
  const lines = await text(csv.body);
  for (const part of ['Time zone: UTC → Europe/Berlin', 'The site moved to Berlin.', 'Name: Laboratory → Bioanalysis'])
    expect(lines).toContain(part);
  const chunks: Buffer[] = [];
  for await (const chunk of (await made('pdf')).body) chunks.push(Buffer.from(chunk as Uint8Array));
  const printed = (await readPdf(Buffer.concat(chunks))).pages.join(' ');
  expect(printed).toContain('Organisation Audit Log of Northmere Diagnostics');
  expect(printed).toContain('The site moved to Berlin.');
});

it('[P11-10g] is for admins alone', async () => {
  for (const person of [setup.ours.author, setup.ours.employee]) {
    expect(await setup.ask(person, getOrganisationLog, { page: 1 })).toMatchObject({
      failure: { code: 'not_allowed' },
    });
    const asked = { name: 'organisation-audit-log', format: 'csv', about: person.org } as const;
    expect(await makeTrail(setup.services, await setup.viewer(person), asked)).toMatchObject({ ok: false });
  }
});

it('[P11-10e] counts the events that its pages show, and prints those too that changed nothing', async () => {
  const viewer = await setup.viewer(setup.ours.admin);
  const ask = async (input: object) =>
    accepted(await setup.ask(setup.ours.admin, getUserLog, { user: viewer.uid, page: 1, ...input }), 'log');
  const { total, recorded } = await ask({});
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(total / pageSize) }, async (_, i) => {
      const { positions, last } = await ask({ page: i + 1 });
      return readLogEvents(setup.services, viewer, { positions, last, person: viewer.uid });
    }),
  );
  expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => pageSize));
  expect(pages.flat()).toHaveLength(total);
  expect(recorded).toBeGreaterThan(total);
  expect((await ask({ whole: true })).positions).toHaveLength(recorded);
});
