import type { Member } from '#app/people/queries/get-member.ts';
import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { identityWords } from '#app/kit/words/phrases.ts';

interface IdentitySectionProps {
  member: Pick<Member, 'uid' | 'identity'>;
  /** Nobody signs before their identity was verified. */
  required: boolean;
  /** The viewer's own profile, which another admin verifies. */
  self: boolean;
  zone: string;
}

/** How a person's identity was verified, and where to record it. */
export function IdentitySection({ member: { uid, identity }, required, self, zone }: IdentitySectionProps) {
  const missing = required ? 'Not verified. This person cannot sign yet.' : 'Not verified.';
  return (
    <Section
      id="identity"
      title="Identity"
      note={required ? 'People sign once their identity is verified.' : 'Your organisation does not require this.'}
      narrow
    >
      <Facts
        facts={
          identity
            ? [
                { name: 'Verified', value: identityWords[identity.how] },
                { name: 'Recorded', value: [showDate(identity.at, zone), identity.by].filter(Boolean).join(', ') },
              ]
            : [{ name: 'Verified', value: missing }]
        }
      />
      {self ? (
        <p className="hint">Another admin records how your identity was verified.</p>
      ) : (
        <p>
          <LinkButton to={addresses.verifyIdentity(uid)} size="small" icon="badge-check">
            {identity ? 'Record it again' : 'Record how it was verified'}
          </LinkButton>
        </p>
      )}
    </Section>
  );
}
