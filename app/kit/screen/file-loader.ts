import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import type { Failure, Result } from '#events/failures.ts';
import { safeRedirect, signInAddress } from '#app/kit/session/session.ts';
import { plainPage, refusalPage } from '#app/kit/errors/plain-page.ts';
import { problemResponse } from '#app/kit/errors/problem-json.ts';
import { wantsPage } from '#app/kit/errors/send-refusal.ts';
import type { ProblemView } from '#app/kit/errors/problem.ts';
import { screenLoader, type Access, type Page, type Route } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** Builds the loader of a file. A refusal or a fault is a plain page, since no page of the product surrounds it. */
export const fileLoader =
  <P extends z.ZodType = z.ZodType<unknown>, S extends z.ZodType = z.ZodType<unknown>>(
    screen: Route<Exclude<Access, 'public'>, P, S> & {
      load: (page: Page<Viewer, z.output<P>, z.output<S>>) => Promise<Result<Response>>;
    },
  ) =>
  async (args: LoaderFunctionArgs): Promise<Response> => {
    const { request, context } = args;
    try {
      const answer = await screenLoader<Exclude<Access, 'public'>, Result<Response>, P, S>(screen)(args);
      if (answer.ok) return answer.value;
      context.log.info({ path: new URL(request.url).pathname, refusal: answer.failure.code }, 'file.refused');
      return refusalOf(args, answer.failure);
    } catch (thrown) {
      if (thrown instanceof Response) {
        const page = pageWithLink(request);
        const toSignIn = thrown.headers.get('Location') === signInAddress(request.url);
        throw page && toSignIn ? redirect(signInAddress(page)) : thrown;
      }
      // `screenLoader` has logged a fault and set `Retry-After`.
      const refusal = refusalOf(args, refusalIn(thrown));
      refusal.headers.delete('Retry-After');
      return refusal;
    }
  };

/** A page; for a program that opens a link, a problem. Null is an unexpected error. */
function refusalOf({ request, context }: LoaderFunctionArgs, refused: Failure | ProblemView | null): Response {
  if (!context.reader || wantsPage(request.headers.get('accept')))
    return plainPage(refusalPage(refused, context.requestId));
  return problemResponse(
    { ...(refused?.detail && { detail: refused.detail }), code: refused?.code ?? 'fault' },
    context.requestId,
  );
}

/** The page with the link to the file, to which signing in returns; null where there was none. */
function pageWithLink(request: Request): string | null {
  const referer = request.headers.get('referer') ?? '';
  const page = URL.canParse(referer) ? new URL(referer) : null;
  return page?.host === request.headers.get('host') ? safeRedirect(page.pathname + page.search) : null;
}

/** The refusal that `screenLoader` has thrown as Remix's `data`; null for a fault, which has no code. */
function refusalIn(thrown: unknown): ProblemView | null {
  const problem = (thrown as { data?: Partial<ProblemView> | null } | null)?.data;
  return problem?.code ? (problem as ProblemView) : null;
}
