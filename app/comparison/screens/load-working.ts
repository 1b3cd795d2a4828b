import { setTimeout } from 'node:timers/promises';
import { toPassageView } from '#app/comparison/engine/passage-view.ts';
import { workingFormat, type WorkingComparison } from '#app/comparison/engine/working/working.ts';
import { busyOrThrow } from '#app/comparison/stored-comparisons.ts';
import { getFile } from '#app/documents/queries/file.ts';
import { ask } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import { passagesAtOnce } from './comparison-view.ts';

/** Milliseconds that a page waits. */
const patience = 4000;

type WorkingPage = Page<Viewer, { uid: string }, { working: number }>;

/** What differs between the working files of two versions; null for those who may not have them. */
export async function loadWorking(page: WorkingPage, from: string, to: string) {
  const { ports, viewer, params, search } = page;
  const find = (version: string) => ask(getFile, { document: params.uid, version, kind: 'working' }, page);
  const [older, newer] = [await find(from), await find(to)];
  if (!older.ok || !newer.ok) return null;
  const files = { from: older.value.file.name, to: newer.value.file.name };
  if (older.value.file.sha256 === newer.value.file.sha256) return { state: 'same' as const, files };
  if (!workingFormat(files.from) || !workingFormat(files.to)) return { state: 'other' as const, files };
  const made = ports.comparisons.compareWorking(viewer.org, older.value.file, newer.value.file);
  made.catch((error: unknown) => ports.log.error({ err: error, org: viewer.org }, 'comparison.failed'));
  const waited = setTimeout(patience, 'running' as const, { ref: false });
  const answer = await Promise.race([made.catch(busyOrThrow), waited]);
  if (answer === 'running' || answer === 'busy') return { state: answer, files };
  if (!answer) return { state: 'unreadable' as const, files };
  return { state: 'made' as const, files, ...toWorkingView(answer, search.working) };
}

function toWorkingView({ counts, passages }: WorkingComparison, page: number) {
  const start = (page - 1) * passagesAtOnce;
  const shown = passages.slice(start, start + passagesAtOnce).map(toPassageView);
  return { counts, page, total: passages.length, passages: shown };
}

export type WorkingView = NonNullable<Awaited<ReturnType<typeof loadWorking>>>;
