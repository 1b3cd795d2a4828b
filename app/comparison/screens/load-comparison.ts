import { z } from 'zod';
import {
  askComparison,
  openComparison,
  sentVersion,
  type AskedComparison,
  type OpenedComparison,
} from '#app/comparison/stored-comparisons.ts';
import type { FoundFile } from '#app/documents/queries/file.ts';
import { listComparable } from '#app/comparison/queries/comparable-versions.ts';
import { recordedComparison } from '#app/comparison/queries/recorded-comparison.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { listPage, type Page, text } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { loadWorking } from './load-working.ts';
import { toComparisonView } from './comparison-view.ts';

/**
 * `?from=&to=`: the versions, or `?sha256=`: the recorded comparison; `?page=` and `?working=`: of the lists
 * of passages.
 */
export const comparisonSearch = z.object({ from: text, to: text, sha256: text, page: listPage, working: listPage });

/** Milliseconds that a page waits for a comparison before it says that it is being made. */
export const patience = 4000;

/** The asked versions; without them the newest one, and the version in force before it or the one below it. */
function chooseVersions(versions: readonly FoundFile[], asked: { from?: string; to?: string }) {
  const find = (version: string | undefined) => {
    const found = versions.find(({ document }) => document.version === version);
    if (version !== undefined && !found) throw errorPage({ code: 'not_found' });
    return found;
  };
  const to = find(asked.to) ?? versions[0]!;
  const older = versions.slice(versions.indexOf(to) + 1);
  const from = find(asked.from) ?? older.find(({ status }) => status === 'EFFECTIVE') ?? older[0] ?? null;
  return { from, to };
}

export type ComparisonPage = Page<Viewer, { uid: string }, z.output<typeof comparisonSearch>>;

/** The two versions that are asked for, and what differs between them, where it is made by now. */
export interface FoundComparison {
  document: FoundFile['document'];
  /** The versions to choose from; none where the comparison is asked for by its fingerprint. */
  versions: { version: string; status: string }[];
  /** The final PDFs that the viewer may read. */
  files: FoundFile[];
  from: string | null;
  to: string;
  isOne: boolean;
  state: Exclude<AskedComparison['state'], 'busy'> | 'damaged' | null;
  opened: OpenedComparison | null;
}

/** A comparison as it was recorded. */
async function findRecorded({ ports, viewer, params, ask }: ComparisonPage, sha256: string): Promise<FoundComparison> {
  const { of, from, to, files, ...recorded } = await ask(recordedComparison, { document: params.uid, sha256 });
  const opened = await openComparison(ports, viewer.org, recorded);
  return { document: of, versions: [], files, from, to, isOne: false, state: opened ? 'made' : 'damaged', opened };
}

/** `wait`: milliseconds. */
export async function findComparison(page: ComparisonPage, wait: number): Promise<FoundComparison> {
  const { ports, viewer, params, search, ask } = page;
  if (search.sha256) return findRecorded(page, search.sha256);
  const files = await ask(listComparable, { document: params.uid });
  const { from, to } = chooseVersions(files, search);
  const found = {
    document: to.document,
    versions: files.map(({ document: { version }, status }) => ({ version, status })),
    files,
    from: from?.document.version ?? null,
    to: to.document.version,
  };
  if (!from || from === to) return { ...found, isOne: true, state: null, opened: null };
  const pair = { document: params.uid, from: sentVersion(from), to: sentVersion(to) };
  const isDraft = [from, to].some(({ status }) => status === 'CREATED');
  const answer = await askComparison(ports, viewer.org, pair, { isDraft, patience: wait });
  if (answer.state === 'busy') throw errorPage({ code: 'busy', facts: { retryAfterSeconds: 10 } });
  const opened = answer.state === 'made' ? answer.opened : null;
  return { ...found, isOne: false, state: answer.state, opened };
}

/** What the page shows. */
export async function loadComparison(page: ComparisonPage) {
  const { files, opened, ...found } = await findComparison(page, patience);
  return {
    uid: page.params.uid,
    ...found,
    working: found.state === 'made' && found.from ? await loadWorking(page, found.from, found.to) : null,
    readable: files.map(({ document: { version } }) => version),
    compared: opened && toComparisonView(opened, page.search.page),
  };
}
