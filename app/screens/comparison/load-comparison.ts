import { z } from 'zod';
import { askComparison, openComparison, sentVersion } from '#app/comparison/stored-comparisons.ts';
import type { FoundFile } from '#app/queries/document/file.ts';
import { listComparable } from '#app/queries/comparison/comparable-versions.ts';
import { recordedComparison } from '#app/queries/comparison/recorded-comparison.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { listPage, text } from '#app/server/screen/route-input.ts';
import type { Page } from '#app/server/screen/screen.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { toShown } from './comparison-view.ts';

/** `?from=&to=`: the versions, or `?sha256=`: the recorded comparison; `?page=`: of the list of passages. */
export const comparisonSearch = z.object({ from: text, to: text, sha256: text, page: listPage });

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

type ComparisonPage = Page<Viewer, { uid: string }, z.output<typeof comparisonSearch>>;

/** A comparison as it was recorded. */
async function loadRecorded({ ports, viewer, params, search, ask }: ComparisonPage, sha256: string) {
  const { of, from, to, readable, ...recorded } = await ask(recordedComparison, { document: params.uid, sha256 });
  const opened = await openComparison(ports, viewer.org, recorded);
  return {
    uid: params.uid,
    document: of,
    versions: [],
    readable,
    from,
    to,
    isOne: false,
    state: opened ? ('made' as const) : ('damaged' as const),
    compared: opened && toShown(opened, search.page),
  };
}

/** The versions to choose from, the two that are compared, and what differs, where it is made by now. */
export async function loadComparison(page: ComparisonPage) {
  const { ports, viewer, params, search, ask } = page;
  if (search.sha256) return loadRecorded(page, search.sha256);
  const found = await ask(listComparable, { document: params.uid });
  const { from, to } = chooseVersions(found, search);
  const versions = found.map(({ document: { version }, status }) => ({ version, status }));
  const shown = {
    uid: params.uid,
    document: to.document,
    versions,
    readable: versions.map(({ version }) => version),
    from: from?.document.version ?? null,
    to: to.document.version,
  };
  if (!from || from === to) return { ...shown, isOne: true, state: null, compared: null };
  const pair = { document: params.uid, from: sentVersion(from), to: sentVersion(to) };
  const isDraft = [from, to].some(({ status }) => status === 'CREATED');
  const answer = await askComparison(ports, viewer.org, pair, { isDraft, patience });
  const compared = answer.state === 'made' ? toShown(answer.opened, search.page) : null;
  return { ...shown, isOne: false, state: answer.state, compared };
}
