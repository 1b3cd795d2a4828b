import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { WithoutFactor } from '#app/kit/people/second-factor.ts';
import { ChoiceIn, NumberIn, Setting, type SettingFields } from '#app/organisation/screens/settings/setting.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { inWordsFirst } from '#app/ui/text/count.ts';
import { factorAtSigningChoices, secondFactorChoices } from '#app/organisation/words/setting-words.ts';

interface WaysInSectionProps {
  fields: SettingFields;
  /** The organisation asks for a second factor now. */
  asked: boolean;
  without: WithoutFactor;
}

/** When people are asked for more than a password and who has nothing more, and what ends passwords and sessions. */
export function WaysInSection({ fields, asked, without: { count, first } }: WaysInSectionProps) {
  return (
    <>
      <Section
        id="second-factor"
        title="Second factor"
        note="A one-time code from an authenticator app, beside the password. Each person sets up their own."
        narrow
        first
      >
        <Setting fields={[fields.secondFactor]}>
          Ask for a second factor <ChoiceIn field={fields.secondFactor} options={secondFactorChoices} />
        </Setting>
        <Setting fields={[fields.factorAtSigning]}>
          Where signing asks for a code, ask at{' '}
          <ChoiceIn field={fields.factorAtSigning} options={factorAtSigningChoices} />
        </Setting>
        {count > 0 && (
          <Notice kind={asked ? 'wait' : undefined}>
            <p>
              {inWordsFirst(count)} active {count === 1 ? 'person has' : 'people have'} no second factor.{' '}
              {asked ? 'They set it up' : 'If it is required, they set it up'} at their next sign-in, before anything
              else.
            </p>
            <ul>
              {first.map(({ uid, name }) => (
                <li key={uid}>
                  <Link to={addresses.editUser(uid)}>{name}</Link>
                </li>
              ))}
              {count > first.length && <li>And {count - first.length} more.</li>}
            </ul>
          </Notice>
        )}
      </Section>
      <Section id="passwords" title="Passwords" note="A shorter time applies from the next sign-in." narrow>
        <Setting fields={[fields.passwordPolicy]}>
          Passwords expire after <NumberIn field={fields.passwordPolicy} unit="day" />.
        </Setting>
      </Section>
      <Section id="lockout" title="Lockout" note="Failed signatures count as failed sign-ins." narrow>
        <Setting fields={[fields.lockoutFailures, fields.lockoutWithin, fields.lockoutFor]}>
          After <NumberIn field={fields.lockoutFailures} unit="failed attempt" /> within{' '}
          <NumberIn field={fields.lockoutWithin} unit="minute" />, the account is locked for{' '}
          <NumberIn field={fields.lockoutFor} unit="minute" />.
        </Setting>
      </Section>
      <Section id="sessions" title="Sessions and invitations" note="Shorter limits end open sessions too." narrow>
        <Setting fields={[fields.sessionIdle]}>
          People are signed out after <NumberIn field={fields.sessionIdle} unit="minute" /> without activity.
        </Setting>
        <Setting fields={[fields.sessionWhole]}>
          A session ends after <NumberIn field={fields.sessionWhole} unit="hour" /> at most.
        </Setting>
        <Setting fields={[fields.invitationDays]}>
          Invitations are valid for <NumberIn field={fields.invitationDays} unit="day" />.
        </Setting>
      </Section>
    </>
  );
}
