import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { saveChoice } from '#app/home/preferences/list-choice.ts';
import { redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';

/** The address has no page of its own: its form stands on the documents home. */
export const loader = screenLoader({
  access: 'organisation.change_settings',
  load: () => Promise.reject(redirect(addresses.home())),
});

/** Hides the steps of the set-up from this person for good. */
export const action = screenAction({
  access: 'organisation.change_settings',
  async act(page) {
    await saveChoice(page.ports.database, page.viewer, 'set-up', { show: 'no' });
    return redirectTo(page, addresses.home());
  },
});
