import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader, type Page } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { isEmpty } from '#app/kit/session/set-up-code.ts';

const value = z.string().catch('');

/** The values that a link may carry to a page for visitors. */
export const visitorSearch = z.object({
  email: value.default(''),
  code: value.default(''),
  redirect: z.string().nullable().default(null),
});

type VisitorPage = Page<Viewer | null, unknown, z.output<typeof visitorSearch>>;

/** The loader of a page for visitors. While nothing is set up, it leads to the set-up page. */
export const visitorLoader = <T>(load: (page: VisitorPage) => Promise<T>): ((args: LoaderFunctionArgs) => Promise<T>) =>
  screenLoader({
    access: 'public',
    search: visitorSearch,
    async load(page) {
      if (!page.viewer && (await isEmpty(page.ports.database.pool))) throw redirect(addresses.setup());
      return load(page);
    },
  });

/** The loader of a form whose address and code a link may fill in. */
export const codeFormLoader = visitorLoader(async ({ search: { email, code }, ports }) => ({
  email,
  code,
  commandId: ports.newId(),
}));

/** The same with the days that an invitation is valid; null where the email alone says it. */
export const confirmationLoader = visitorLoader(async ({ search: { email, code }, ports }) => ({
  email,
  code,
  commandId: ports.newId(),
  days: await ports.identity.invitationDays(),
}));
