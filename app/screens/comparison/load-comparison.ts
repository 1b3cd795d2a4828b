import { z } from 'zod';
import type { FoundFile } from '#app/queries/document/file.ts';
import { listComparable } from '#app/queries/document/comparable-versions.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { listPage, text } from '#app/server/screen/route-input.ts';
import type { Page } from '#app/server/screen/screen.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { toShown } from './comparison-view.ts';

/** `?from=&to=`: the versions; `?page=`: of the list of passages. */
export const comparisonSearch = z.object({ from: text, to: text, page: listPage });

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

/** The versions to choose from, the two that are compared, and what differs; null where they cannot be compared. */
export async function loadComparison({ ports, viewer, params, search, ask }: ComparisonPage) {
  const versions = await ask(listComparable, { document: params.uid });
  const { from, to } = chooseVersions(versions, search);
  const isOne = !from || from === to;
  const made = isOne ? null : await ports.comparisons.compare(viewer.org, from.file, to.file);
  return {
    uid: params.uid,
    document: to.document,
    versions: versions.map(({ document: { version }, status }) => ({ version, status })),
    from: from?.document.version ?? null,
    to: to.document.version,
    isOne,
    compared: made && toShown(made.comparison, made.sha256, search.page),
  };
}
