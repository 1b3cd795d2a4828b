import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { factorAtSigningOf, needsFactor, secondFactorOf } from '#events/organisation/second-factor.ts';
import { addresses } from '#app/kit/addresses.ts';
import { ownPasskeys } from '#app/sign-in/queries/passkeys.ts';
import { getOwnApp } from '#app/kit/people/second-factor.ts';
import { PasskeySection } from '#app/sign-in/screens/passkeys/passkey-section.tsx';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { AccountPage } from '#app/ui/page/account-page.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { showDate } from '#app/ui/text/date.ts';

export const meta: MetaFunction = () => [{ title: 'Second factor - Imprimatur' }];

function askedOf(settings: OrganisationSettings): string {
  const setting = secondFactorOf(settings);
  if (setting === 'off') return 'Your organisation does not require a second factor.';
  const each = setting === 'sign_in_and_signing' && factorAtSigningOf(settings) === 'each_signature';
  return `Your organisation requires a second factor at sign-in and at ${each ? 'each' : 'the first'} signature.`;
}

const localAdmin = 'You are the local admin: you sign in with your password and a code when the directory is away.';

export const loader = screenLoader({
  access: 'signed-in',
  async load({ ask, ports, viewer }) {
    const { since } = await ask(getOwnApp, {});
    const left = await ports.identity.secondFactors.recoveryCodesLeft({ org: viewer.org, user: viewer.uid });
    const passkeys = await ask(ownPasskeys, {});
    const { settings, uid } = viewer;
    const required = needsFactor(settings, uid);
    const lede = required && secondFactorOf(settings) === 'off' ? localAdmin : askedOf(settings);
    return { passkeys, since, left, required, lede, zone: settings.timeZone };
  },
});

/** The person's own second factor. */
export default function SecondFactor() {
  const { passkeys, since, left, required, lede, zone } = useLoaderData<typeof loader>();
  return (
    <AccountPage current="/second-factor" title="Second factor" lede={lede}>
      <Section
        id="app"
        title="Authenticator app"
        note="An app on your phone shows a code that you enter beside your password."
        narrow
        first
      >
        <Facts facts={[{ name: 'State', value: since ? `Set up on ${showDate(since, zone)}` : 'Not set up' }]} />
        <p className="actions">
          <LinkButton to={addresses.setUpSecondFactor()} kind={since ? 'outline' : 'solid'}>
            {since ? 'Replace the app' : 'Set up an app'}
          </LinkButton>
          {since && !required && (
            <LinkButton to={addresses.removeSecondFactor()} kind="stop">
              Remove
            </LinkButton>
          )}
        </p>
      </Section>
      {since && (
        <Section
          id="recovery"
          title="Recovery codes"
          note={
            'A recovery code signs you in if you lose your phone. Each works once, and none of them signs a ' +
            'document.'
          }
          narrow
        >
          <Facts facts={[{ name: 'Left', value: `${left} of 10` }]} />
          <p>
            <LinkButton to={addresses.renewRecoveryCodes()}>Make new codes</LinkButton>
          </p>
        </Section>
      )}
      <PasskeySection passkeys={passkeys} zone={zone} />
    </AccountPage>
  );
}
