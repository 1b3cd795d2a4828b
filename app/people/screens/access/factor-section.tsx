import type { Member } from '#app/people/queries/get-member.ts';
import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { showDate } from '#app/ui/text/date.ts';

interface FactorSectionProps {
  member: Pick<Member, 'uid' | 'factorSince'>;
  /** The organisation asks for a second factor. */
  required: boolean;
  /** The viewer's own profile. */
  self: boolean;
  zone: string;
}

/** Whether a person has a second factor, and where to reset it. */
export function FactorSection({ member: { uid, factorSince }, required, self, zone }: FactorSectionProps) {
  const missing = required ? 'Not set up. The person is asked at the next sign-in.' : 'Not set up.';
  return (
    <Section
      id="second-factor"
      title="Second factor"
      note={required ? 'People set it up for themselves.' : 'Your organisation does not require this.'}
      narrow
    >
      <Facts
        facts={[
          {
            name: 'Authenticator app',
            value: factorSince ? `Set up on ${showDate(factorSince, zone)}` : missing,
          },
        ]}
      />
      {factorSince && !self && (
        <p>
          <LinkButton to={addresses.resetFactor(uid)} size="small" kind="stop">
            Reset second factor
          </LinkButton>
        </p>
      )}
    </Section>
  );
}
