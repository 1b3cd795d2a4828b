import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importEvolution } from '#events/import/import.ts';
import { beginImport, cutTitles } from '#app/library-import/commands/begin.ts';
import { approveImport, checkImport } from '#app/library-import/commands/sign.ts';
import { discardDocument, retireDocument } from '#app/documents/commands/retire.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { listRelated } from '#app/documents/queries/related.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { listHistory } from '#app/documents/queries/version-history.ts';
import { ask } from '#app/kit/query/query.ts';
import { reportFilters } from '#app/reports/queries/names.ts';
import { documentsToRetrain } from '#app/training/queries/retraining.ts';
import { previewMatrix } from '#app/reports/making/preview.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { asViewer } from '#tests/support/asking.ts';
import { readFiles, readTables } from '#app/library-import/source-pack/pack-files.ts';
import { copyPrepared, listPrepared } from '#app/library-import/source-pack/prepared.ts';
import { migrationReportPdf } from '#app/library-import/source-pack/report-pdf.ts';
import { streams } from '#events/streams.ts';
import { load } from '#app/kit/command/load.ts';
import { preview } from '#app/library-import/source-pack/preview.ts';
import { pairsOf } from '#app/library-import/screens/sample.tsx';
import { runImport } from '#app/library-import/source-pack/run.ts';
import { readPlan, readStored, storeFile } from '#app/library-import/source-pack/stored.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { organisation, somebody, sop, type Organisation } from '#tests/support/organisation.ts';
import { testServices, type TestServices } from '#tests/support/services.ts';
import { text, workbook } from '#tests/support/files/workbook.ts';
import { library, packOf, type Library } from '#tests/support/source-pack.ts';

let org: Organisation;
let second: Person;

async function store(
  services: TestServices,
  of: string,
  uid: string,
  pack: readonly { name: string; bytes: Uint8Array }[],
) {
  const files = [];
  for (const [at, { name, bytes }] of pack.entries()) {
    const stored = { name, mediaType: 'application/octet-stream', body: Readable.from([Buffer.from(bytes)]) };
    files.push(await storeFile(services, of, uid, `${at} ${name}`, stored));
  }
  return files;
}

async function begin(given: Library, packedOn?: string): Promise<string> {
  const { services, world, admin } = org;
  const uid = randomUUID();
  const files = await store(services, world.org, uid, packOf(given, packedOn));
  await world.act(admin, beginImport, { import: uid, source: 'QDoc', reason: 'QDoc is switched off.', files });
  await preview(services, world.org, uid);
  return uid;
}

const importOf = (uid: string) =>
  org.services.database.read(org.world.org, (db) =>
    db.selectFrom('read.library_import').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow(),
  );

const planOf = async (uid: string) => readPlan(org.services, org.world.org, (await importOf(uid)).plan!);

const signing = (person: Person) => ({
  email: person.email,
  password: person.password,
  signedName: `${person.firstName} ${person.lastName}`,
  consent: true,
});

const counts = async (sql: string): Promise<number> => {
  const { rows } = await org.services.database.tenant(org.world.org, async (db) => {
    const { CompiledQuery } = await import('kysely');
    return db.executeQuery<{ n: string }>(CompiledQuery.raw(sql));
  });
  return Number(rows[0]!.n);
};

/** What screens say of the first document: its claims, and no signature. */
async function showsClaims(given: Library, document: string) {
  const { services, world, admin } = org;
  const viewer = await asViewer(services, admin);
  const asking = { ports: services, viewer, now: services.now() };
  const versions = accepted(await ask(listHistory, { document }, asking), 'history');
  expect(versions.map(({ version, status, signed }) => [version, status, signed])).toEqual([
    ['3.0', 'EFFECTIVE', null],
    ['2.0', 'SUPERSEDED', null],
    ['1.0', 'SUPERSEDED', null],
  ]);
  const page = accepted(await ask(getDocumentPage, { document }, asking), 'page').found;
  expect(page.shown!.claimed!.words).toBe(
    'Approved outside by Dr. Weiß, J. Roth on 20 Feb 2013, effective from 01 Mar 2013, as claimed by the source.',
  );
  expect(page.document.formerNumber).toBe('1');
  // The other one's title, from its version in force.
  expect(accepted(await ask(listRelated, { document }, asking), 'related')).toMatchObject([
    { name: 'Verfahren 2', status: 'EFFECTIVE', relation: 'refers to', isOther: true, source: 'QDoc' },
  ]);
  expect(page.lastTrained).toBeNull();
  expect(page.reviewDueAt?.slice(0, 4)).toBe('2015');
  const former = accepted(await ask(listManaged, { q: 'qm–2002/1 (b)', sort: 'name', page: 1 }, asking), 'search');
  expect(former.documents.map(({ name }) => name)).toEqual(['Verfahren 2']);
  const request = { name: 'training-matrix', filters: reportFilters.parse({}), position: null } as const;
  const matrix = accepted(await previewMatrix(services, viewer, request, { page: 1, across: 1 }), 'matrix');
  const row = matrix.people.find(({ name }) => name === 'Hana Kobayashi');
  expect(row!.cells.split(',')[0]).toBe('Imported 2013-03-05');
  // Retraining is reckoned from the claimed day, which is long past.
  expect(await services.database.read(world.org, (db) => documentsToRetrain(db, services.now()))).toContain(document);
}

/** Of a document between a retired one and another: an employee sees only documents with a version in force. */
async function showsRelated(first: string) {
  const { services, admin, employee } = org;
  const relatedOf = async (person: Person, document: string) => {
    const asking = { ports: services, viewer: await asViewer(services, person), now: services.now() };
    return accepted(await ask(listRelated, { document }, asking), 'related');
  };
  const [{ uid } = { uid: '' }] = await relatedOf(admin, first);
  const shown = (related: Awaited<ReturnType<typeof relatedOf>>) =>
    related.map(({ name, status, isOther }) => [name, status, isOther]);
  const next = ['Verfahren 1', 'EFFECTIVE', false];
  expect(shown(await relatedOf(admin, uid))).toEqual([next, ['Verfahren 3', 'RETIRED', true]]);
  expect(shown(await relatedOf(employee, uid))).toEqual([next]);
}

/** Another document takes a title of a running import: the import waits and says so, until the title is free again. */
async function waitsForATitle(uid: string) {
  const { services, world, admin, author } = org;
  const other = await world.create(author, { ...sop('050', 'VERFAHREN 2'), send: false });
  await runImport(services, world.org, uid);
  const asking = { ports: services, viewer: await asViewer(services, admin), now: services.now() };
  const { status, obstacles } = accepted(await ask(getImport, { import: uid }, asking), 'import');
  expect(status).toBe('APPROVED');
  expect(obstacles).toEqual([
    {
      name: 'Verfahren 2',
      type: 'SOP',
      docNum: '004',
      taken: 'title',
      by: { uid: other, name: 'VERFAHREN 2', type: 'SOP', docNum: '050', functionalArea: 'QA' },
    },
  ]);
  const jobs = `select count(*) n from graphile_worker.jobs where key = '${uid}' and run_at > now()`;
  expect(Number((await services.database.pool.query<{ n: string }>(jobs)).rows[0]!.n)).toBe(1);
  await world.act(author, discardDocument, { document: other, reason: 'Its title is needed.' });
}

describe('the files of a source pack', () => {
  it('are refused by name where two have one, also outside an archive, and two of one table', async () => {
    const services = await testServices();
    const [of, uid] = [randomUUID(), randomUUID()];
    const csv = Buffer.from('name\nQuality\n');
    const stored = await store(services, of, uid, [
      { name: 'departments.csv', bytes: csv },
      { name: 'old/departments.csv', bytes: csv },
      { name: 'form.xlsx', bytes: workbook({ 1: [text('A1', 'Batch')] }) },
      { name: 'a/va-1.pdf', bytes: Buffer.from('%PDF-1.4') },
      { name: 'A/VA-1.pdf', bytes: Buffer.from('%PDF-1.7') },
      { name: 'more.zip', bytes: zipSync({ 'c/va-2.pdf': csv, 'C/VA-2.pdf': csv }) },
    ]);
    const { sheets, problems, others } = await readTables(services, of, stored);
    expect([...sheets.keys()]).toEqual(['departments']);
    expect(problems.map(({ says }) => says)).toEqual(['Two files of the pack have the table departments. Send one.']);
    const { files, checked } = await readFiles(services, of, uid, others);
    const twice = 'Two files of the pack have this name. Rename one.';
    expect([...files.values()].map((file) => ('refusal' in file ? file.refusal : file.file.mediaType))).toEqual([
      expect.stringContaining('spreadsheetml'),
      twice,
      twice,
    ]);
    // What an earlier preview checked is believed, and not read again.
    const [key, content] = Object.entries(checked)[0]!;
    const again = await readFiles(services, of, uid, others, {
      known: { [key]: { ...content, mediaType: 'as before' } },
    });
    expect(again.files.get('form.xlsx')).toMatchObject({ file: { mediaType: 'as before' } });
  });
});

describe('a folder that an operator prepared', () => {
  it('is copied with the names and the bytes of then, and by its own organisation alone', async () => {
    const services = await testServices();
    const [of, other] = [randomUUID(), randomUUID()];
    const folder = join(services.config.dataDir, 'files/objects', of, 'import/QDoc/2019');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'VA-1.pdf'), 'as it was');
    await writeFile(join(folder, 'empty.pdf'), '');
    expect(await listPrepared(services, of)).toEqual(['QDoc']);
    expect(await listPrepared(services, other)).toEqual([]);
    const copy = (org: string, name: string) =>
      copyPrepared(services, { org, importUid: randomUUID(), newId: randomUUID }, name);
    const copied = accepted(await copy(of, 'QDoc'), 'copies');
    await writeFile(join(folder, 'VA-1.pdf'), 'changed since');
    expect(copied.map(({ name, size }) => ({ name, size }))).toEqual([{ name: '2019/VA-1.pdf', size: 9 }]);
    expect((await readStored(services, of, copied[0]!)).toString()).toBe('as it was');
    for (const refused of [await copy(other, 'QDoc'), await copy(other, `../../${of}/import/QDoc`)])
      expect(refused).toMatchObject({ failure: { fields: { prepared: ['There are no files in this folder.'] } } });
    await writeFile(join(folder, 'a\\b.pdf'), 'no name of Windows');
    const stored = await readdir(join(services.config.dataDir, 'files/objects', of));
    expect(await copy(of, 'QDoc')).toMatchObject({
      failure: { fields: { prepared: ['The file QDoc/2019/a\\b.pdf cannot be read. Rename it or copy it again.'] } },
    });
    expect(await readdir(join(services.config.dataDir, 'files/objects', of))).toEqual(stored);
  });
});

describe('the import of a library', () => {
  it('[A11-4f] records what the source says after signatures of two people, though it is stopped', async () => {
    org = await organisation();
    second = await org.world.join(somebody('Aki', 'Mori', 'ADMIN'), ['Quality']);
    const { services, world, admin, author, employee } = org;
    const given = library(3, author.email, employee.email);
    given.tables.documents[2]!['retired on'] = '2024-01-31';
    given.tables.documents[1]!.number = 'QM–2002/1 (b)';
    const long = `${'Verfahren zur Reinigung '.repeat(4)}`.trim();
    given.tables.versions[8]!.title = long;
    const own = { 'working file': 'va-1-2.pdf', 'evidence file': 'va-1-3.pdf', reason: 'Its first version' };
    Object.assign(given.tables.versions[0]!, own);
    Object.assign(given.tables.training[0]!, { trainer: 'J. Roth', score: '9/10', 'evidence file': 'va-1-3.pdf' });
    const uid = await begin(given);
    expect((await planOf(uid)).problems.map(({ kind }) => kind)).toEqual(['title_too_long']);
    await world.act(admin, cutTitles, { import: uid });
    // The server stops, and starts again.
    await expect(preview(services, world.org, uid, AbortSignal.abort())).rejects.toThrow('aborted');
    await preview(services, world.org, uid);
    expect((await planOf(uid)).problems.map(({ kind }) => kind)).toEqual(['title_cut']);
    expect(Object.keys((await planOf(uid)).checked!)).toHaveLength(9);
    const sample = (await planOf(uid)).sample;
    expect(sample).toHaveLength(21);
    for (const row of sample)
      for (const { name, source, target } of pairsOf(row))
        if (source) expect(target, `${row.row} ${name}`).not.toBe('');
    const verdicts = sample.map(({ row }) => ({ row, equal: true }));
    const sign = { import: uid, ...signing(admin) };
    await expect(world.act(admin, checkImport, { ...sign, verdicts: verdicts.slice(1) })).rejects.toThrow(
      'import_sample_open',
    );
    await world.act(admin, checkImport, { ...sign, verdicts });
    await expect(world.act(admin, approveImport, sign)).rejects.toThrow('import_second_person');
    await world.act(second, approveImport, { import: uid, ...signing(second) });

    // Stopped after each document, as a server that is killed.
    for (let run = 1; run <= 2; run++) {
      let asked = 0;
      const stopping = {
        get aborted() {
          return ++asked > 1;
        },
      } as AbortSignal;
      await expect(runImport(services, world.org, uid, stopping)).rejects.toThrow('goes on after the restart');
    }
    expect(await counts('select count(*) n from read.document')).toBe(0);
    expect(await counts('select count(*) n from read.document_relation')).toBe(0);
    expect(await counts('select count(*) n from read.staged_row')).toBeGreaterThan(0);
    const [hidden] = (await planOf(uid)).documents;
    const retire = { document: hidden!.data.document, reason: 'Not needed.' };
    await expect(world.act(admin, retireDocument, retire)).rejects.toThrow('not_found');
    await waitsForATitle(uid);
    await runImport(services, world.org, uid);
    await runImport(services, world.org, uid);

    expect(await counts('select count(*) n from read.document')).toBe(given.tables.documents.length);
    expect(await counts('select count(*) n from read.document_version')).toBe(given.tables.versions.length);
    expect(await counts('select count(*) n from read.training_record')).toBe(given.tables.training.length);
    expect(await counts("select count(*) n from read.document where status = 'RETIRED'")).toBe(1);
    expect(await counts('select count(*) n from read.staged_row')).toBe(0);
    expect(await counts('select count(*) n from read.approval')).toBe(0);
    expect((await importOf(uid)).status).toBe('COMPLETED');
    await showsClaims(given, hidden!.data.document);
    await showsRelated(hidden!.data.document);
    await expect(begin(given)).rejects.toThrow('import_repeated');
    // The same files in an archive of another day are the same library.
    const repacked = await begin(given, '2021-01-01');
    expect((await planOf(repacked)).problems[0]!.says).toMatch(/^This library was imported already, on /);
    const report = await readStored(services, world.org, (await importOf(uid)).report!);
    expect(report.toString('utf8')).toMatch(/Counts,Events,\d+ to \d+,[^]+\d bytes,[^]+I approve this import\./);
    expect(report.toString('utf8')).toContain('Counts,Relations,2,');
    expect(report.toString('utf8')).toContain('A long title is cut,"Accepted by Ines Okafor');
    const { events } = await load({ ports: services, org: world.org }, streams.import(uid), importEvolution);
    const viewer = await asViewer(services, admin);
    const pdf = accepted(await migrationReportPdf(services, viewer, await planOf(uid), events), 'report');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
