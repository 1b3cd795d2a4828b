import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ShownProblem } from '#app/http/problem.ts';
import { screenLoader, type Access, type Page } from '#app/http/screen.ts';
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
      if (thrown instanceof Response) throw thrown;
      const { context } = args;
      const problem = refusalIn(thrown);
      if (!problem) context.log.error({ err: thrown }, 'a request failed');
      return problemPage(problem, context.requestId);
    }
  };

/** What `screenLoader` throws of a refusal: Remix's `data`, with the problem in it. */
const refusalIn = (thrown: unknown): ShownProblem | null =>
  typeof thrown === 'object' && thrown !== null && 'init' in thrown && 'data' in thrown
    ? (thrown.data as ShownProblem)
    : null;
