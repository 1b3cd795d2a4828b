import { Link } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import type { WithoutFactor } from '#app/queries/user/second-factor.ts';
import type { SettingFields } from '#app/screens/settings/setting.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { inWordsFirst } from '#app/ui/text/count.ts';
import { factorAtSigningChoices, secondFactorChoices } from '#app/wording/setting-words.ts';

interface WaysInSectionProps {
  fields: SettingFields;
  /** The organisation asks for a second factor now. */
  asked: boolean;
  without: WithoutFactor;
}

/** When people are asked for more than a password, and who has nothing more. */
export function WaysInSection({ fields, asked, without: { count, first } }: WaysInSectionProps) {
  return (
    <Section
      id="ways-in"
      title="Second factor"
      note="A one-time code from an authenticator app, beside the password. Each person sets up their own."
      narrow
      first
    >
      <Choices single field={fields.secondFactor} legend="Ask for a second factor" choices={secondFactorChoices} />
      <Choices
        single
        field={fields.factorAtSigning}
        legend="Signatures that ask for a code"
        hint="Where a second factor is asked for at signing."
        choices={factorAtSigningChoices}
      />
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
  );
}
