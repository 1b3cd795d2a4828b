import { errorPage } from '#app/server/errors/error-page.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

const nothingHere = () => Promise.reject<null>(errorPage({ code: 'not_found' }));

/** Every address that no route knows. As a route of its own it has the frame of the page, and a reference to the log. */
export const loader = screenLoader({ access: 'public', load: nothingHere });

export const action = screenAction({ access: 'public', act: nothingHere });

export default function NotFound() {
  return null;
}
