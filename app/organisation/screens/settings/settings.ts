import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';

/** The first section, for links to the settings as a whole. */
export const loader = screenLoader({
  access: 'organisation.change_settings',
  load: () => Promise.reject(redirect(addresses.settings())),
});
