import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { ShownProblem } from '#app/server/errors/problem.ts';
import { screenLoader, type Access, type Page } from '#app/server/screen/screen.ts';
import { safeRedirect, signInAddress } from '#app/server/cookies/session.ts';
import { problemPage } from './refusal-page.tsx';

/**
 * Builds the loader of an address that answers with a file: no page of the product stands around it that could tell what was thrown, so it
 * is told on a page of its own. A fault is logged with the reference that the page shows.
 */
export const fileLoader =
  (access: Exclude<Access, 'public'>, load: (page: Page) => Promise<Response>) =>
  async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await screenLoader(access, load)(args);
    } catch (thrown) {
      const { request, context } = args;
      if (thrown instanceof Response) {
        const page = pageWithLink(request);
        const toSignIn = thrown.headers.get('Location') === signInAddress(request.url);
        throw page && toSignIn ? redirect(signInAddress(page)) : thrown;
      }
      const problem = refusalIn(thrown);
      if (!problem) context.log.error({ err: thrown }, 'http.request_failed');
      return problemPage(problem, context.requestId);
    }
  };

/**
 * The page of the product on which the link to the file stands; null where there was none. Whoever has to sign in first comes back to it,
 * and asks for the file where they did.
 */
function pageWithLink(request: Request): string | null {
  const referer = request.headers.get('referer') ?? '';
  const page = URL.canParse(referer) ? new URL(referer) : null;
  return page?.host === request.headers.get('host') ? safeRedirect(page.pathname + page.search) : null;
}

/** What `screenLoader` throws of a refusal: Remix's `data`, with the problem in it. */
const refusalIn = (thrown: unknown): ShownProblem | null =>
  typeof thrown === 'object' && thrown !== null && 'init' in thrown && 'data' in thrown
    ? (thrown.data as ShownProblem)
    : null;
