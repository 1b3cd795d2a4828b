import type { Failure } from '#events/failures.ts';
import { addresses } from '#app/kit/addresses.ts';
import { challengeCookie } from '#app/sign-in/cookies/sign-in-challenge.ts';
import { toast, type Toast } from '#app/kit/cookies/toast.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { type Page, redirectTo } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

type VisitorPage = Pick<Page<Viewer | null>, 'ports'>;

/** Redirects where a right password waits for its second factor; any other refusal is the form's. */
export async function leadToSecondFactor(
  page: VisitorPage,
  { code, facts }: Failure,
  redirect: string | null,
  message?: Toast | string,
): Promise<void> {
  const challenge = facts?.challenge;
  if (typeof challenge !== 'string') return;
  const to = code === 'second_factor_required' ? addresses.signInCode : addresses.signInSetUp;
  const headers = new Headers({ 'Set-Cookie': await challengeCookie(challenge, page.ports.config) });
  await redirectTo(page, to(redirect ?? undefined), message, headers);
}

/** The sign-in took too long, or was finished in another window: it begins anew. */
export async function beginAgain(page: VisitorPage): Promise<never> {
  const headers = new Headers({ 'Set-Cookie': await challengeCookie(null, page.ports.config) });
  const { title } = problemOf({ code: 'second_factor_expired' });
  return redirectTo(page, addresses.signIn(), toast('error', title), headers);
}
