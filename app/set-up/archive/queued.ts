import { organisationArchive } from '#app/set-up/archive/make.ts';
import { isUnsound } from '#app/audit/evidence/pack/unsound.ts';
import type { Ports } from '#app/kit/ports.ts';
import { checkpointAt } from '#app/audit/queries/proof.ts';
import { updateReport, type QueuedReport } from '#app/reports/making/report-queue.ts';

const largest = 1024 ** 4;
const second = 1000;

/**
 * Makes a queued archive and stores it for its download. A cancelled one ends within a second; where the ledger is
 * altered it fails at once, and any other fault is thrown, so that the queue tries again.
 */
export async function makeQueuedArchive(
  ports: Ports,
  { org_id: org, uid, request }: QueuedReport,
  key: string,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const files = ports.storage.within(org);
  const change = (to: Parameters<typeof updateReport>[4]) => updateReport(ports, org, uid, ['making'], to);
  const cancelled = new AbortController();
  const signal = AbortSignal.any([cancelled.signal, ...(stopping ? [stopping] : [])]);
  let done = 0;
  const watch = setInterval(() => {
    change({ done }).then(
      (active) => active ?? cancelled.abort(new Error('The archive was cancelled.')),
      (error: unknown) => ports.log.warn({ err: error, org, report: uid }, 'archive.progress_failed'),
    );
  }, second);
  try {
    const checkpoint = await checkpointAt(ports, org, request.position ?? '');
    if (!checkpoint) throw new Error(`There is no checkpoint of ${request.position} events.`);
    const archive = organisationArchive(ports, {
      org,
      checkpoint,
      onProgress: (events) => (done = events),
      onMissing: (file) => ports.log.error({ org, file }, 'archive.file_missing'),
    });
    const stored = await files.put(key, archive, { maxBytes: largest, contentType: 'application/zip', signal });
    if (!stored.ok) throw new Error(`The archive cannot be stored: ${stored.failure.code}`);
    const { size, sha256 } = stored.value;
    const finished = await change({ state: 'done', done, finished_at: ports.now(), size: String(size), sha256 });
    if (!finished) await files.remove(key);
  } catch (error) {
    await files.remove(key);
    const altered = isUnsound(error);
    if (altered) ports.log.error({ org, reason: error.message }, 'archive.refused');
    const state = altered ? 'failed' : 'waiting';
    const active = await change({ state, object_key: null, ...(altered && { finished_at: ports.now() }) });
    if (active && !altered) throw error;
  } finally {
    clearInterval(watch);
  }
}
