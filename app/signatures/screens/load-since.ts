import { z } from 'zod';
import { askComparison, type AskedComparison } from '#app/comparison/stored-comparisons.ts';
import { listComparable } from '#app/comparison/queries/comparable-versions.ts';
import type { SinceSigned } from '#app/comparison/queries/since-signed.ts';
import { toComparisonView } from '#app/comparison/screens/comparison-view.ts';
import { patience } from '#app/comparison/screens/load-comparison.ts';
import { readingSearch } from '#app/documents/screens/reading/load-reading.ts';
import { listPage, type Page } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { showDate } from '#app/ui/text/date.ts';

/** `?show=changes`: the tab with what changed; `&passages=`: the page of its list. */
export const signingSearch = readingSearch.extend({
  show: z.literal('changes').nullable().catch(null),
  passages: listPage,
});

type SigningPage = Page<Viewer, unknown, z.output<typeof signingSearch>>;

/** The comparison that the signature will name, where it is made: its fingerprint and counts, and itself if shown. */
async function openSince({ ports, viewer, search }: SigningPage, since: SinceSigned) {
  const shows = search.show === 'changes';
  const asked: AskedComparison = await askComparison(ports, viewer.org, since, { patience: shows ? patience : 0 });
  if (asked.state !== 'made') return { state: asked.state, sha256: null, counts: null, compared: null };
  const { comparison, sha256 } = asked.opened;
  return {
    state: 'made' as const,
    sha256,
    counts: comparison.counts,
    compared: shows ? toComparisonView(asked.opened, search.passages) : null,
  };
}

/** What changed, as the page of a signature shows it; null where there is no version to compare with. */
export async function loadSince(page: SigningPage, since: SinceSigned | null) {
  if (!since) return null;
  const { document, from, to, signedAt } = since;
  const date = signedAt && showDate(signedAt, page.viewer.settings.timeZone);
  const opened = await openSince(page, since);
  const comparable = opened.compared ? await page.ask(listComparable, { document }) : [];
  return {
    document,
    from: from.version,
    to: to.version,
    label: date
      ? `What changed since you signed ${from.version} on ${date}`
      : `What changed since version ${from.version}`,
    shows: page.search.show === 'changes',
    readable: comparable.map((one) => one.document.version),
    ...opened,
  };
}

export type LoadedSince = NonNullable<Awaited<ReturnType<typeof loadSince>>>;
