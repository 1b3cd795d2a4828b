import type { Member } from '#app/people/queries/get-member.ts';
import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/page.tsx';

interface DirectorySectionProps {
  member: Pick<Member, 'uid' | 'directory'>;
  /** The viewer's own profile. */
  self: boolean;
}

/** The account of the directory with which a person signs in, and where to unlink it. */
export function DirectorySection({ member: { uid, directory }, self }: DirectorySectionProps) {
  if (!directory) return null;
  return (
    <Section id="directory" title="Single sign-on" note="Unlink it if the directory gave the person another." narrow>
      <Facts
        facts={[
          { name: 'Account', value: <span className="long-word">{directory.subject}</span> },
          { name: 'Issuer', value: <span className="long-word">{directory.issuer}</span> },
        ]}
      />
      {!self && (
        <p>
          <LinkButton to={addresses.unlinkDirectory(uid)} size="small" kind="stop">
            Unlink account
          </LinkButton>
        </p>
      )}
    </Section>
  );
}
