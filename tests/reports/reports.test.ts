import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  reportNames,
  reportRequest,
  reports,
  type ReportName,
  type ReportRequest,
} from '#app/reports/queries/names.ts';
import { type Person } from '#app/set-up/demonstration/world.ts';
import type { Result } from '#events/failures.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { readCsv } from '#tests/support/files/csv-text.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { requestReport } from '#app/reports/making/report-service.ts';
import { sealedLast, signaturesOf, withoutSeal, withPdf } from '#tests/support/files/pdfsig.ts';

let setup: Setup;
let hana: Person;

beforeAll(async () => {
  setup = await openSetup();
  const { world, employee } = setup.ours;
  hana = employee;
  const somebody = { role: 'EMPLOYEE' as const, password: 'corridor-battery-9-lamp' };
  const join = (firstName: string, lastName: string, email: string) =>
    world.join({ ...somebody, firstName, lastName, email }, ['Quality']);
  await join('はな', '小林', `hana.k@${hana.email.split('@')[1]}`);
  await join('ليلى', 'حداد', `layla@${hana.email.split('@')[1]}`);
  await join('=1+1', 'Formula', `formula@${hana.email.split('@')[1]}`);
});

afterAll(() => setup.close());

type RequestChoices = Partial<Omit<ReportRequest, 'name' | 'filters'>> & {
  filters?: Partial<ReportRequest['filters']>;
};

async function take(person: Person, name: ReportName, more: RequestChoices = {}): Promise<Result<Buffer>> {
  const request = reportRequest.parse({ name, format: 'csv', ...more });
  const taken = await requestReport(setup.services, await setup.viewer(person), request);
  if (!taken.ok) return taken;
  if (taken.value.kind !== 'file') throw new Error('It takes a while');
  return { ok: true, value: taken.value.bytes };
}

async function bytesOf(name: ReportName, more: RequestChoices = {}, person = setup.ours.admin): Promise<Buffer> {
  const taken = await take(person, name, more);
  if (!taken.ok) throw new Error(taken.failure.code);
  return taken.value;
}

const csvOf = async (name: ReportName, more: RequestChoices = {}) =>
  readCsv((await bytesOf(name, more)).toString('utf8'));
const pdfOf = async (name: ReportName, more: RequestChoices = {}) =>
  readPdf(await bytesOf(name, { ...more, format: 'pdf' }));

/** A number counted from the events. */
async function counted(query: string): Promise<number> {
  const { rows } = await setup.db.owner.query<{ n: string }>(
    `with e as (select position, type, canonical::jsonb as c from ledger.event where org_id = $1),
          assigned as (select a ->> 'record' as record, a ->> 'user' as person, a ->> 'document' as document,
            a ->> 'version' as version
                       from e, jsonb_array_elements(c #> '{data,assignments}') a where type = 'TrainingAssigned'),
          cancelled as (select r ->> 'record' as record from e, jsonb_array_elements(c #> '{data,records}') r
            where type = 'TrainingCancelled'),
          completed as (select c #>> '{data,record}' as record from e where type = 'TrainingCompleted'),
          standing as (select * from assigned where record not in (select record from cancelled)),
          inactive as (select c #>> '{data,user}' as person, max(position) from e where type = 'UserDeactivated'
            group by 1),
          force as (select distinct on (c #>> '{data,document}') c #>> '{data,document}' as document,
            c #>> '{data,version}' as version
                    from e where type = 'DocumentBecameEffective' order by c #>> '{data,document}', position desc),
          effective as (select * from force where document not in (select c #>> '{data,document}' from e
            where type = 'DocumentRetired'))
     select count(*) as n from ${query}`,
    [setup.ours.world.org],
  );
  return Number(rows[0]!.n);
}

describe('[CFR211-68c] the content of a report equals the events', () => {
  it('Organization Training Report: every record that was assigned and not cancelled', async () => {
    const rows = await csvOf('organization-training');
    expect(rows).toHaveLength(await counted('standing'));
    const signed = rows.filter(({ Status }) => Status === 'Completed');
    expect(signed).toHaveLength(await counted('standing join completed using (record)'));
    expect(signed[0]).toMatchObject({
      'Team member': 'Hana Kobayashi',
      Document: 'SOP - QA - 007',
      Title: 'Batch Record Review',
      Meaning: 'I have read and understand',
      Report: 'Organization Training Report',
      Filters: 'No filters',
      'Made by': 'Ines Okafor',
    });
    const { all } = await pdfOf('organization-training');
    expect(all).toContain(`${rows.length} training records: ${signed.length} signed`);
    for (const row of rows) expect(all).toContain(row.Title);
  });

  it('Outstanding User Training Report: what is assigned, not cancelled and not signed', async () => {
    const rows = await csvOf('outstanding-training');
    expect(rows).toHaveLength(await counted('standing where record not in (select record from completed)'));
    expect(rows.every(({ Status }) => Status === 'Open' || Status === 'Overdue')).toBe(true);
  });

  it('Training Matrix of an area without effective documents: states that there is no data', async () => {
    const { all } = await pdfOf('training-matrix', { filters: { area: 'NONE' } });
    expect(all).toMatch(/\d+ people, 0 effective documents\..*Functional area NONE\..*No data/s);
    const [row] = await csvOf('training-matrix', { filters: { area: 'NONE' } });
    expect(row).toMatchObject({ 'Records signed': '0', Filters: 'Functional area NONE', 'Time zone of dates': 'UTC' });
    const one = await pdfOf('training-matrix', { filters: { person: hana.uid } });
    expect(one.all).toContain('1 person, ');
  });

  it('the functional area is the same in capital and in small letters, in each report that takes it', async () => {
    const listed = async (name: ReportName, area: string) => {
      const filters = { area, ...(reports[name].needs === 'person' && { person: hana.uid }) };
      return (await csvOf(name, { filters })).map(({ Filters: _asWritten, ...row }) => row);
    };
    const takesArea = (name: ReportName) => (reports[name].filters as readonly string[]).includes('area');
    for (const name of reportNames.filter((one) => takesArea(one) && reports[one].needs !== 'department'))
      expect(await listed(name, 'qa'), name).toEqual(await listed(name, 'QA'));
    expect((await listed('change-register', 'QA')).length).toBeGreaterThan(1);
  });

  it('Table of Contents: the effective versions', async () => {
    const rows = await csvOf('table-of-contents');
    expect(rows).toHaveLength(await counted('effective'));
    expect(rows.map(({ Title, Version }) => `${Title} ${Version}`)).toEqual([
      'Batch Record Review v1.0',
      'Corrective and Preventive Action v1.0',
    ]);
    const { all } = await pdfOf('table-of-contents');
    for (const { Document, Title } of rows) expect(all).toContain(`${Document} ${Title} 1.0`);
  });

  it('[A11-11a] user lists: all registered and invited users, deactivated ones only in the All User List', async () => {
    const everybody = await csvOf('all-users');
    expect(everybody).toHaveLength(await counted(`e where type in ('UserRegistered', 'UserInvited')`));
    const active = await csvOf('active-users');
    expect(active).toHaveLength(everybody.length - (await counted('inactive')));
    expect(active.map((row) => row.Status)).not.toContain('Deactivated');
    expect(everybody.find((row) => row.Status === 'Deactivated')).toMatchObject({
      'First and last name': 'Rosalind Teague',
    });
    const { all } = await pdfOf('all-users');
    for (const row of everybody)
      if (/^[\w ]+$/.test(row['First and last name']!)) expect(all).toContain(row['First and last name']);
  });

  it('[ISO9001-72a] Training Matrix: a row a person, a column an effective version, a cell a record', async () => {
    const rows = await csvOf('training-matrix');
    const cells = rows.flatMap((row) =>
      Object.entries(row)
        .filter(([head]) => head.startsWith('SOP - '))
        .map(([, cell]) => cell),
    );
    expect(cells).toHaveLength(rows.length * (await counted('effective')));
    const inMatrix =
      'standing join effective using (document, version) where person not in (select person from inactive)';
    expect(cells.filter(Boolean)).toHaveLength(await counted(inMatrix));
    expect(cells.filter((cell) => cell.startsWith('Signed '))).toHaveLength(
      await counted(`${inMatrix} and record in (select record from completed)`),
    );
    const row = rows.find((one) => one['Team member'] === 'Hana Kobayashi');
    expect(row).toMatchObject({
      'Trained (% of training records)': '100',
      'Records signed': '1',
      'SOP - QA - 008 Corrective and Preventive Action v1.0': '',
    });
    const { all } = await pdfOf('training-matrix');
    expect(all).toContain(
      `${rows.length} people, 2 effective documents. Trained: completed of assigned training records, on ` +
        'versions in force.',
    );
    expect(all).toContain('Batch Record Review');
    expect(all).toContain('Hana Kobayashi');
  });

  it('a person’s Training Record and a department’s Training Report', async () => {
    const own = await csvOf('training-record', { filters: { person: hana.uid } });
    expect(own).toHaveLength(await counted(`standing where person = '${hana.uid}'`));
    expect(own[0]).toMatchObject({ Report: 'Training Record of Hana Kobayashi' });
    const department = setup.ours.world.departments.get('Quality')!;
    const { all } = await pdfOf('department-training', { filters: { department } });
    expect(all).toContain('Training Report of Quality');
    expect(
      await csvOf('department-training', { filters: { department: setup.ours.world.departments.get('Laboratory')! } }),
    ).toEqual([]);
  });
});

describe('filters', () => {
  it('select rows and are named on every page and row', async () => {
    const department = setup.ours.world.departments.get('Laboratory')!;
    const rows = await csvOf('training-matrix', { filters: { department, gaps: false } });
    expect(rows.map((row) => row['Team member']).sort()).toEqual(['Aoife Brennan', 'Marit Solheim']);
    expect(rows[0]).toMatchObject({ Filters: 'Department Laboratory' });
    const gaps = await csvOf('training-matrix', { filters: { gaps: true } });
    expect(gaps.map((row) => row['Team member'])).not.toContain('Hana Kobayashi');
    expect(gaps.length).toBeGreaterThan(0);
    const { pages } = await pdfOf('active-users', { filters: { department } });
    for (const page of pages) expect(page).toContain('Active User List. Department Laboratory.');
  });
});

describe('[P11-10b1] a report at a ledger position', () => {
  let size: string;
  let at: string;
  /** Every report in both formats, with its bytes at that position. */
  let all: { name: ReportName; asked: RequestChoices; bytes: Buffer }[];

  beforeAll(async () => {
    size = (await setup.services.ledger.readHead(setup.ours.world.org)).size;
    at = setup.services.now();
    await setup.services.checkpoints.sign(setup.ours.world.org);
    const about: Record<NonNullable<(typeof reports)[ReportName]['needs']>, Partial<ReportRequest['filters']>> = {
      person: { person: hana.uid },
      department: { department: setup.ours.world.departments.get('Quality')! },
      document: { document: setup.ours.documents.effective },
    };
    all = [];
    for (const name of reportNames)
      for (const format of ['csv', 'pdf'] as const) {
        const needs = reports[name].needs;
        const asked = { format, filters: needs ? about[needs] : {}, at };
        all.push({ name, asked, bytes: await bytesOf(name, asked) });
      }
  });

  it('[ISO9001-72a] has the same bytes when it is made again after later events', async () => {
    const now = await bytesOf('training-matrix', { position: size, at });
    expect(withoutSeal(now)).toBe(withoutSeal(all.find(({ name }) => name === 'training-matrix')!.bytes));
    const { world } = setup.ours;
    await world.department('Engineering');
    await world.join(
      {
        firstName: 'Greta',
        lastName: 'Lindqvist',
        email: `greta@${hana.email.split('@')[1]}`,
        role: 'EMPLOYEE',
        password: hana.password,
      },
      ['Quality'],
    );
    for (const { name, asked, bytes } of all) {
      const past = await bytesOf(name, { ...asked, position: size });
      expect(withoutSeal(past) === withoutSeal(bytes), `${name} ${asked.format}`).toBe(true);
    }
    expect((await bytesOf('all-users')).equals(all.find(({ name }) => name === 'all-users')!.bytes)).toBe(false);
    expect(await take(setup.ours.admin, 'all-users', { position: '99999999' })).toMatchObject({
      failure: { code: 'not_found' },
    });
  });

  it('[P11-10a6] leaves as a PDF that its organisation sealed last, over the whole file', async () => {
    for (const { name, bytes } of all.filter(({ asked }) => asked.format === 'pdf')) {
      expect(await signaturesOf(bytes), name).toEqual(sealedLast);
      expect(await withPdf(bytes, 'qpdf', ['--check']), name).toContain('No syntax or stream encoding errors found');
      // Screen readers still find its structure.
      expect(await withPdf(bytes, 'pdfinfo', ['-struct']), name).toMatch(/Document[\s\S]*H1/);
    }
  });

  it('names organisation, filters, position, time, requester and page on every page and in every row', async () => {
    const time = '\\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d UTC';
    for (const { name, asked, bytes } of all) {
      if (asked.format === 'csv') {
        const rows = readCsv(bytes.toString('utf8'));
        // The guard against formulas and mistaken dates is for what people typed.
        expect(
          rows.flatMap(Object.values).filter((cell) => /^'\d/.test(cell)),
          name,
        ).toEqual([]);
        for (const row of rows)
          expect(row, name).toMatchObject({
            Organisation: 'Northmere Diagnostics',
            Filters: expect.stringMatching(/^(No filters|Every)/),
            'As of event no.': size,
            'As of (UTC)': expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
            'Time zone of dates': 'UTC',
            'Made by': 'Ines Okafor',
          });
        continue;
      }
      const { pages, info, tagged } = await readPdf(bytes);
      if (name === 'user-audit-log') expect(pages[0]).toContain('User Audit Log of Hana Kobayashi');
      pages.forEach((page, index) => {
        expect(page, name).toMatch(/Northmere Diagnostics\. .*(No filters|Every event)\./);
        expect(page, name).toMatch(new RegExp(`Made by Ines Okafor as of event no\\. ${size}, ${time}`));
        expect(page, name).toContain(`Page ${index + 1} of ${pages.length}`);
      });
      expect(info, name).toMatchObject({ Title: expect.stringMatching(/\w/), Author: 'Ines Okafor' });
      expect(tagged, name).toBe(true);
    }
  });
});

describe('names in any script and names that are formulas', () => {
  it('appear unchanged in PDF and CSV, with formulas escaped', async () => {
    const { all } = await pdfOf('all-users');
    expect(all).toContain('小林');
    expect(all).toMatch(/[\u0600-\u06ff\ufe70-\ufeff]/);
    const names = (await csvOf('all-users')).map((row) => row['First and last name']);
    expect(names).toContain('はな 小林');
    expect(names).toContain('ليلى حداد');
    expect(names).toContain("'=1+1 Formula");
    expect((await csvOf('training-matrix')).map((row) => row['Team member'])).toContain("'=1+1 Formula");
    const plain = await bytesOf('all-users', { mark: false });
    expect(plain.subarray(0, 3).equals(Buffer.from('\ufeff'))).toBe(false);
  });
});
