import { errorPage } from '#app/http/screen.ts';

/** Every address that no route knows. As a route of its own it has the frame of the page, and a reference to the log. */
export const loader = () => {
  throw errorPage({ code: 'not_found' });
};

export const action = loader;

export default function NotFound() {
  return null;
}
