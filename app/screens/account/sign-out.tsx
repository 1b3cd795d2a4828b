import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { signOut } from '#app/commands/identity/sessions.ts';
import { goOn, screenAction } from '#app/server/screen/screen.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

/** Nothing to see: who comes here by a link goes to the front door. */
export const loader = () => redirect('/');

export const action = (args: ActionFunctionArgs) =>
  screenAction('public', async ({ request, viewer, ports, execute }) => {
    const { sessions } = ports.identity;
    const token = sessions.readCookie(request.headers.get('cookie'));
    if (viewer && token) await execute(signOut, { token });
    const headers = new Headers({ 'Set-Cookie': sessions.blankCookie() });
    return goOn({ to: '/', headers });
  })(args);
