import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeReportTask } from '#app/server/jobs/make-report.ts';
import { checkMatrixCells, maxMatrixCells } from '#app/reports/queries/matrix-size.ts';
import { reportRequest, type ReportRequest } from '#app/reports/queries/names.ts';
import {
  enqueueReport,
  cancelReport,
  updateReport,
  findReport,
  sweepReports,
  type QueuedReport,
} from '#app/reports/making/report-queue.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { requestReport } from '#app/reports/making/report-service.ts';
import { sealedLast, signaturesOf, withoutSeal } from '#tests/support/files/pdfsig.ts';
import type { StartReport } from '#app/reports/making/process/report-process.ts';

let setup: Setup;

beforeAll(async () => {
  setup = await openSetup();
});

afterAll(() => setup.close());

async function asked(
  format: 'pdf' | 'csv',
  position: string | null = null,
  by: 'admin' | 'author' = 'admin',
  services = setup.services,
): Promise<QueuedReport> {
  const { ours } = setup;
  const at = position ?? (await services.ledger.readHead(ours.world.org)).size;
  const request = reportRequest.parse({ name: 'training-matrix', format, position: at });
  const about = { request, title: 'Training Matrix', filename: `matrix.${format}`, total: 6 };
  const begun = await enqueueReport(services, await setup.viewer(ours[by]), about);
  if (!begun.ok) throw new Error(begun.failure.code);
  return begun.value;
}

const run = ({ org_id: org, uid: report }: QueuedReport) => makeReportTask.run({ org, report }, setup.services);
const stateOf = async ({ uid }: QueuedReport) => findReport(setup.services, await setup.viewer(setup.ours.admin), uid);

it('makes a slow report in its own process, equal to one made at once, and stores it for its requester', async () => {
  const { services, ours } = setup;
  const report = await asked('pdf');
  expect(await asked('pdf')).toMatchObject({ uid: report.uid });
  await run(report);
  const done = await stateOf(report);
  expect(done).toMatchObject({
    ok: true,
    value: { state: 'done', filename: expect.stringContaining('Training Matrix (as of event no. ') },
  });
  const opened = await services.storage.within(ours.world.org).open(done.ok ? done.value.object_key! : '');
  const stored = await buffer(opened.ok ? opened.value : Readable.from([]));
  const taken = await requestReport(services, await setup.viewer(ours.admin), report.request as ReportRequest);
  expect(taken.ok && taken.value.kind === 'file' && withoutSeal(taken.value.bytes)).toBe(withoutSeal(stored));
  expect(await signaturesOf(stored)).toEqual(sealedLast);
  expect(await findReport(services, await setup.viewer(ours.author), report.uid)).toMatchObject({
    failure: { code: 'not_found' },
  });
});

it('ends a cancelled report and leaves nothing behind', async () => {
  const report = await asked('csv');
  await cancelReport(setup.services, await setup.viewer(setup.ours.admin), report.uid);
  await run(report);
  expect(await stateOf(report)).toMatchObject({ value: { state: 'cancelled', object_key: null } });
});

it('makes a separate report for each person and lets nobody cancel another’s', async () => {
  const [report, other] = [await asked('csv', '8'), await asked('csv', '8', 'author')];
  expect(other.uid).not.toBe(report.uid);
  await cancelReport(setup.services, await setup.viewer(setup.ours.author), report.uid);
  expect(await stateOf(report)).toMatchObject({ value: { state: 'waiting' } });
  await updateReport(setup.services, report.org_id, report.uid, ['waiting'], { state: 'failed' });
  await updateReport(setup.services, other.org_id, other.uid, ['waiting'], { state: 'failed' });
});

it('retries a report whose process crashes and marks it as failed after three attempts', async () => {
  const report = await asked('csv', '3');
  const { services } = setup;
  const startReport: StartReport = (order) => {
    const running = services.startReport(order);
    running.kill();
    return running;
  };
  const broken = { ...services, startReport };
  const again = () => makeReportTask.run({ org: report.org_id, report: report.uid }, broken);
  await expect(again()).rejects.toThrow('ended early');
  expect(await stateOf(report)).toMatchObject({ value: { state: 'waiting', attempts: 1 } });
  await updateReport(services, report.org_id, report.uid, ['waiting'], { attempts: 3 });
  await again();
  expect(await stateOf(report)).toMatchObject({ value: { state: 'failed', object_key: null } });
});

it('leaves no second file when a report is made again after a crash', async () => {
  const { services } = setup;
  const report = await asked('csv', '2');
  const job = { org: report.org_id, report: report.uid };
  const keys: string[] = [];
  const within: typeof services.storage.within = (org) => {
    const files = services.storage.within(org);
    return {
      ...files,
      put: (key, ...rest) => files.put(key, ...rest).finally(() => keys.push(key)),
      // A killed process removes and writes nothing.
      remove: () => Promise.reject(new Error('killed')),
    };
  };
  const { database, storage } = services;
  const tenant: typeof database.tenant = (...args) =>
    keys.length > 0 ? Promise.reject(new Error('killed')) : database.tenant(...args);
  const killed = { ...services, storage: { ...storage, within }, database: { ...database, tenant } };
  await expect(makeReportTask.run(job, killed)).rejects.toThrow('killed');
  expect(await services.storage.within(report.org_id).stat(keys[0]!)).not.toBeNull();
  await makeReportTask.run(job, services);
  expect(await stateOf(report)).toMatchObject({ value: { state: 'done' } });
  expect(await services.storage.within(report.org_id).stat(keys[0]!)).toBeNull();
});

it('limits the unfinished reports of one person', async () => {
  await Promise.all(['4', '5', '6'].map((position) => asked('csv', position)));
  await expect(asked('csv', '7')).rejects.toThrow('too_many_requests');
});

it('expires after a day with its file, and is made again on request before it is swept', async () => {
  const { services } = setup;
  const report = await asked('csv', '4');
  const later = new Date(Date.now() + 25 * 3_600_000).toISOString();
  const then = { ...services, now: () => later };
  expect(await findReport(then, await setup.viewer(setup.ours.admin), report.uid)).toMatchObject({ ok: false });
  const anew = await asked('csv', '4', 'admin', then);
  expect(anew.uid).not.toBe(report.uid);
  expect(await findReport(then, await setup.viewer(setup.ours.admin), anew.uid)).toMatchObject({ ok: true });
  await cancelReport(then, await setup.viewer(setup.ours.admin), anew.uid);
  await setup.db.owner.query('update app.report set expires_at = now() where uid = $1', [anew.uid]);
  expect(await sweepReports({ ...services, now: () => later })).toBeGreaterThan(3);
  const { rows } = await setup.db.owner.query('select 1 from app.report');
  expect(rows).toEqual([]);
});

it('allows a PDF of the matrix up to 200,000 cells and suggests filters or the CSV beyond', () => {
  expect(checkMatrixCells(maxMatrixCells).ok).toBe(true);
  expect(checkMatrixCells(1_000_000)).toMatchObject({
    failure: {
      code: 'report_too_large',
      detail: 'The matrix has 1,000,000 cells, and a PDF holds at most 200,000. Use the filters, or download the CSV.',
    },
  });
});
