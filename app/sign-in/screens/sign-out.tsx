import { redirect } from '@remix-run/node';
import { signOut } from '#app/sign-in/commands/sessions.ts';
import { redirectTo, screenAction } from '#app/kit/screen/screen.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

/** The address has no page of its own: a link to it leads to the sign-in page. */
export const loader = () => redirect('/');

export const action = screenAction({
  access: 'public',
  async act(page) {
    const { sessions } = page.ports.identity;
    const token = sessions.readCookie(page.request.headers.get('cookie'));
    if (page.viewer && token) await page.execute(signOut, { token });
    return redirectTo(page, '/', undefined, new Headers({ 'Set-Cookie': sessions.blankCookie() }));
  },
});
