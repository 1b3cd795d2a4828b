import type { MetaArgs } from '@remix-run/node';
import { type ShouldRevalidateFunction, useMatches } from '@remix-run/react';
import { turnsPages } from '#app/documents/screens/reading/use-reading.ts';
import { shouldRevalidate } from '#app/kit/screen/revalidate.ts';
import { type DocumentPageData, versionShown } from './document-view.ts';
import type { tabLoader } from './tabs/load-tab.ts';

type Loader = ReturnType<typeof tabLoader>;
type Loaded = Awaited<ReturnType<Loader>>;

export const tabMeta = ({ data }: MetaArgs<Loader>) => [{ title: `${data?.title ?? 'Document'} - Imprimatur` }];

/** Turning the pages of the PDF loads nothing. */
export const revalidateTab: ShouldRevalidateFunction = (args) => !turnsPages(args) && shouldRevalidate(args);

/** What the tab's loader answered, for the tab and for the frame around it. */
export function useDocumentTab(): DocumentPageData {
  const { view, ...own } = useMatches().at(-1)!.data as Loaded;
  return { ...own, ...view, shown: versionShown(view) };
}
