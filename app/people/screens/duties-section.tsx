import { Link } from '@remix-run/react';
import type { Member } from '#app/people/queries/get-member.ts';
import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Hidden } from '#app/ui/icon/icon.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { periodWords } from '#app/ui/text/period.ts';
import { sentenceCase } from '#app/kit/words/phrases.ts';

/** The functions that a person holds, and the absence that they are in. */
export function DutiesSection({ member }: { member: Pick<Member, 'uid' | 'role' | 'functions' | 'absence'> }) {
  const { uid, role, functions, absence } = member;
  return (
    <Section
      id="duties"
      title="Functions and absence"
      note="Functions say what a person stands for. A deputy approves while the person is absent."
      narrow
    >
      <Facts
        facts={[
          ...(functions.length === 0 ? [{ name: 'Functions', value: 'None' }] : []),
          ...functions.map((held) => ({
            name: held.name,
            value: (
              <>
                {sentenceCase(periodWords(held))}{' '}
                <Link to={addresses.withdrawFunction(held.uid, uid)}>
                  Withdraw<Hidden> the function {held.name}</Hidden>
                </Link>
              </>
            ),
          })),
          ...(absence
            ? [{ name: 'Absent', value: `${sentenceCase(periodWords(absence))}. ${absence.deputy} approves.` }]
            : []),
        ]}
      />
      <p className="actions">
        <LinkButton to={addresses.grantFunction({ user: uid })} size="small" icon="plus">
          Grant function
        </LinkButton>
        {role !== 'EMPLOYEE' && (
          <LinkButton to={addresses.userAbsence(uid)} size="small" icon="calendar-days">
            Absence
          </LinkButton>
        )}
      </p>
    </Section>
  );
}
