import { errorPage } from '#app/kit/errors/error-page.ts';
import { screenAction, screenLoader } from '#app/kit/screen/screen.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

const notFound = () => Promise.reject<null>(errorPage({ code: 'not_found' }));

/** Every unknown address. A route of its own gives it the frame of the page and a log reference. */
export const loader = screenLoader({ access: 'public', load: notFound });

export const action = screenAction({ access: 'public', act: notFound });

export default function NotFound() {
  return null;
}
