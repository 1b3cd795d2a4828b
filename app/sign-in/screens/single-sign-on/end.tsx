import { redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader } from '#app/kit/screen/screen.ts';
import { endSingleSignOn } from '#app/sign-in/commands/single-sign-on/set.ts';
import { singleSignOnSettings } from '#app/sign-in/queries/single-sign-on.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta: MetaFunction = () => pageTitle('Settings', 'Go back to passwords');

export const loader = screenLoader({
  access: 'organisation.change_settings',
  async load({ ask, ports }) {
    const { settings } = await ask(singleSignOnSettings, {});
    if (!settings) throw redirect(addresses.settingsSingleSignOn());
    return { name: settings.name, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'organisation.change_settings',
  command: endSingleSignOn,
  failed: failed.saveSettings,
  done: () => [addresses.settingsSingleSignOn(), 'People sign in with passwords again.'],
});

/** Ends single sign-on, for a reason. */
export default function EndSingleSignOn() {
  const { name, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="end"
      title="Go back to passwords"
      back={addresses.settingsSingleSignOn()}
      commandId={commandId}
      always
      button={
        <SubmitButton kind="stop" pendingLabel="Saving…">
          Go back to passwords
        </SubmitButton>
      }
    >
      <p>
        Nobody signs in with {name} any more. People without a password set one with a code by email, under Forgot
        password. Sessions that began with {name} end.
      </p>
    </ReasonPage>
  );
}
