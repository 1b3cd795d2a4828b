import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { comeBack } from '#app/sign-in/commands/single-sign-on/come-back.ts';
import { sessionHeaders } from '#app/sign-in/screens/session-headers.ts';
import { recordWaiting } from '#app/sign-in/screens/single-sign-on/record-waiting.ts';
import { isFile, pendingDownloadCookie } from '#app/kit/cookies/pending-download.ts';
import { leavingCookie, readLeaving } from '#app/sign-in/cookies/leaving.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { redirectTo } from '#app/kit/screen/form.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';

/** Where the issuer sends the browser back to. What it brings counts once, in the browser that left. */
export const loader = screenLoader({
  access: 'public',
  async load(page): Promise<never> {
    const { request, url, ports, viewer } = page;
    if (request.method === 'HEAD') throw redirect(addresses.signIn());
    const leaving = await readLeaving(request, ports);
    const agent = request.headers.get('user-agent');
    const back = await page.execute(comeBack(agent), { search: url.search, browser: leaving?.browser ?? '' });
    const headers = new Headers({ 'Set-Cookie': await leavingCookie(null, ports) });
    const home = viewer ? addresses.home() : addresses.signIn();
    if (!back.ok) return redirectTo(page, home, toast('error', problemOf(back.failure).title), headers);
    const came = back.value;
    if (came.kind === 'refused') {
      const { title, detail } = problemOf(came.failure);
      const words = detail && detail !== title ? `${title} ${detail}` : title;
      return redirectTo(page, viewer ? came.page : home, toast('error', words), headers);
    }
    if (came.kind === 'to-sign') return recordWaiting(page, came, headers);
    const session = await sessionHeaders(request, ports, came);
    for (const cookie of session.getSetCookie()) headers.append('Set-Cookie', cookie);
    const file = isFile(came.page);
    if (file) headers.append('Set-Cookie', await pendingDownloadCookie(came.page, ports.config));
    return redirectTo(page, file ? addresses.home() : came.page, undefined, headers);
  },
});
