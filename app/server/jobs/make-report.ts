import { z } from 'zod';
import { uid } from '#events/common.ts';
import { makeQueuedArchive } from '#app/set-up/archive/queued.ts';
import { ok } from '#events/failures.ts';
import type { Task } from '#app/kit/job/task.ts';
import type { Ports } from '#app/kit/ports.ts';
import { mediaType } from '#app/kit/downloads/media-type.ts';
import { filenameOf } from '#app/reports/making/report-service.ts';
import {
  isArchive,
  updateReport,
  makeReportTask as name,
  maxAttempts,
  sweepReports,
  type QueuedReport,
} from '#app/reports/making/report-queue.ts';
import { openSeal } from '#app/kit/downloads/open-seal.ts';
import type { TableRequest } from '#app/reports/queries/names.ts';
import { findLedgerDamage } from '#app/audit/queries/ledger-damage.ts';
import { objectKey } from '#app/adapters/storage/key.ts';

const payload = z.object({ org: uid, report: uid });
const largest = 8 * 1024 ** 3;
const second = 1000;

/** Makes one queued report and stores it. Tries again where the report process ended early, three times at most. */
export const makeReportTask: Task<z.infer<typeof payload>> = {
  name,
  payload,
  async run({ org, report }, ports, signal) {
    const row = await updateReport(ports, org, report, ['waiting', 'making'], { state: 'making', done: 0 });
    if (!row) return;
    if (row.attempts >= maxAttempts) {
      await updateReport(ports, org, report, ['making'], { state: 'failed', finished_at: ports.now() });
      return;
    }
    // A crash may have left the file of an earlier attempt.
    if (row.object_key) await ports.storage.within(org).remove(row.object_key);
    const key = objectKey(org, report, ports.newId(), 'report');
    // Recorded before a byte is stored: after a crash the next attempt or the sweep finds the file.
    const started = await updateReport(ports, org, report, ['making'], { attempts: row.attempts + 1, object_key: key });
    if (!started) return;
    await (isArchive(row.request) ? makeQueuedArchive(ports, row, key, signal) : make(ports, row, key, signal));
  },
};

async function make(ports: Ports, row: QueuedReport, key: string, signal: AbortSignal | undefined): Promise<void> {
  const { org_id: org, uid: report, made_by: madeBy } = row;
  const request = row.request as TableRequest;
  const files = ports.storage.within(org);
  const opened = request.format === 'pdf' ? await openSeal(ports, { org, name: await nameOf(ports, org) }) : ok(null);
  if (!opened.ok) throw new Error('The report cannot be sealed with the certificate of the organisation.');
  const seal = opened.value;
  const damage = await findLedgerDamage(ports, org, request.position ?? (await ports.ledger.readHead(org)).size);
  const running = ports.startReport({ org, request, madeBy, damage, signature: seal && seal.signature });
  const cancelled = new AbortController();
  const cancel = (): void => {
    cancelled.abort(new Error('The report was cancelled.'));
    running.kill();
  };
  signal?.addEventListener('abort', cancel, { once: true });
  const watch = setInterval(() => {
    updateReport(ports, org, report, ['making'], { done: running.rows() }).then(
      (active) => active ?? cancel(),
      (error: unknown) => ports.log.warn({ err: error, org, report }, 'report.progress_failed'),
    );
  }, second);
  try {
    const [stored, ended] = await Promise.all([
      files.put(key, seal ? seal.over(running.body) : running.body, {
        maxBytes: largest,
        contentType: mediaType(request.format),
        signal: cancelled.signal,
      }),
      running.ended,
    ]);
    if (!ended.ok || !stored.ok) {
      const refusal = ended.ok ? (stored.ok ? '' : stored.failure.code) : ended.failure.code;
      ports.log.error({ org, report, refusal }, 'report.failed');
      await files.remove(key);
      await updateReport(ports, org, report, ['making'], {
        state: 'failed',
        finished_at: ports.now(),
        object_key: null,
      });
      return;
    }
    const finished = await updateReport(ports, org, report, ['making'], {
      state: 'done',
      done: running.rows(),
      finished_at: ports.now(),
      filename: filenameOf(ended.value, request.format),
      title: ended.value.title,
      size: String(stored.value.size),
      sha256: stored.value.sha256,
    });
    if (!finished) await files.remove(key);
  } catch (error) {
    running.kill();
    await files.remove(key);
    // A cancelled report is done; any other is tried again by the queue.
    const waiting = await updateReport(ports, org, report, ['making'], { state: 'waiting', object_key: null });
    if (waiting) throw error;
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', cancel);
  }
}

const nameOf = async ({ database }: Ports, org: string): Promise<string> =>
  (await database.read(org, (db) => db.selectFrom('read.organisation').select('name').executeTakeFirstOrThrow())).name;

/** Every hour: removes reports that are a day old, with their files. */
export const sweepReportsTask: Task = {
  name: 'sweep-reports',
  payload: z.unknown(),
  async run(_payload, ports) {
    const removed = await sweepReports(ports);
    if (removed > 0) ports.log.info({ removed }, 'report.expired_removed');
  },
};
