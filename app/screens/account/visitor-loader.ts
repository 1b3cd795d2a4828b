import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { addresses } from '#app/addresses.ts';
import { screenLoader, type Page } from '#app/server/screen/screen.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { isEmpty } from '#app/setup/code.ts';

/** The loader of a page for those who are not signed in: while nothing is set up, everything leads to the set-up page. */
export const visitorLoader = <T>(load: (page: Page<Viewer | null>) => Promise<T>) =>
  screenLoader('public', async (page) => {
    if (!page.viewer && (await isEmpty(page.ports.database.pool))) throw redirect(addresses.setup());
    return load(page);
  }) as (args: LoaderFunctionArgs) => Promise<T>;
