import { z } from 'zod';
import { uid } from '#events/common.ts';
import type { Task } from '#app/jobs/task.ts';
import type { Ports } from '#app/ports.ts';
import { filenameOf, mediaType } from '#app/reports/report-service.ts';
import {
  change,
  makeReportTask as name,
  mostAttempts,
  sweepReports,
  type KeptReport,
} from '#app/reports/report-queue.ts';
import type { TableRequest } from '#app/reports/make-report.ts';
import { objectKey } from '#app/storage/key.ts';

const wanted = z.object({ org: uid, report: uid });
const largest = 8 * 1024 ** 3;
const second = 1000;

/** Makes one report that takes a while, and keeps it. A process that was killed is begun anew; after three it is given up. */
export const makeReportTask: Task<z.infer<typeof wanted>> = {
  name,
  payload: wanted,
  async run({ org, report }, ports, signal) {
    const row = await change(ports, org, report, ['waiting', 'making'], { state: 'making', done: 0 });
    if (!row) return;
    if (row.attempts >= mostAttempts) {
      await change(ports, org, report, ['making'], { state: 'failed', finished_at: ports.now() });
      return;
    }
    // What an attempt has stored that a crash ended is nobody's.
    if (row.object_key) await ports.storage.within(org).remove(row.object_key);
    const key = objectKey(org, report, ports.newId(), 'report');
    // Noted before a byte is stored: the next attempt or the sweep finds it, whatever comes between.
    const begun = await change(ports, org, report, ['making'], { attempts: row.attempts + 1, object_key: key });
    if (begun) await make(ports, row, key, signal);
  },
};

async function make(ports: Ports, row: KeptReport, key: string, signal: AbortSignal | undefined): Promise<void> {
  const { org_id: org, uid: report, made_by: madeBy } = row;
  const request = row.request as TableRequest;
  const files = ports.storage.within(org);
  const underWay = ports.reports.maker({ org, request, madeBy });
  const given = new AbortController();
  const giveUp = (): void => {
    given.abort(new Error('The report was given up.'));
    underWay.kill();
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  const watch = setInterval(() => {
    change(ports, org, report, ['making'], { done: underWay.rows() }).then(
      (still) => still ?? giveUp(),
      (error: unknown) => ports.log.warn({ err: error, org, report }, 'a report’s progress could not be noted'),
    );
  }, second);
  try {
    const [stored, ended] = await Promise.all([
      files.put(key, underWay.body, {
        maxBytes: largest,
        contentType: mediaType(request.format),
        signal: given.signal,
      }),
      underWay.ended,
    ]);
    if ('failure' in ended || !stored.ok) {
      const refusal = 'failure' in ended ? ended.failure.code : stored.ok ? '' : stored.failure.code;
      ports.log.error({ org, report, refusal }, 'a report could not be made');
      await files.remove(key);
      await change(ports, org, report, ['making'], { state: 'failed', finished_at: ports.now(), object_key: null });
      return;
    }
    const kept = await change(ports, org, report, ['making'], {
      state: 'done',
      done: underWay.rows(),
      finished_at: ports.now(),
      filename: filenameOf(ended.frame, request.format),
      title: ended.frame.title,
      size: String(stored.value.size),
      sha256: stored.value.sha256,
    });
    if (!kept) await files.remove(key);
  } catch (error) {
    underWay.kill();
    await files.remove(key);
    // Given up by its person: nothing is left to be done. Else the queue tries again.
    const again = await change(ports, org, report, ['making'], { state: 'waiting', object_key: null });
    if (again) throw error;
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Every hour: reports that are a day old go, with their files. */
export const sweepReportsTask: Task = {
  name: 'sweep-reports',
  payload: z.unknown(),
  async run(_payload, ports) {
    const removed = await sweepReports(ports);
    if (removed > 0) ports.log.info({ removed }, 'reports of yesterday are removed');
  },
};
