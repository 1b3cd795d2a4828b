import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { declareAbsence } from '#app/people/commands/absence.ts';
import { addresses } from '#app/kit/addresses.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { listAbsences, listDeputyOptions } from '#app/kit/people/absences.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { AbsenceList, StandsIn } from '#app/people/screens/absence/absence-list.tsx';
import { coversWords, DeclareForm } from '#app/people/screens/absence/declare-form.tsx';
import { declareSchema } from '#app/people/screens/absence/declare-schema.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { BackLink, Page, pageTitle, Section, TitleBlock } from '#app/ui/page/page.tsx';
import { RoleTag } from '#app/ui/status/tag.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Absence', data?.member.name);

export const loader = screenLoader({
  access: 'absence.declare_any',
  params: uidParams,
  async load({ ask, params: { uid: user }, ports, viewer, now }) {
    const { name, role, status } = await ask(getMember, { user });
    return {
      member: { uid: user, name, role, approves: status === 'ACTIVE' && role !== 'EMPLOYEE' },
      ...(await ask(listAbsences, { user })),
      deputies: await ask(listDeputyOptions, { user }),
      today: todayOf({ viewer, now }),
      commandId: ports.newId(),
    };
  },
});

export const action = screenAction({
  access: 'absence.declare_any',
  params: uidParams,
  async act(page) {
    const { uid: user } = page.params;
    const form = await readForm(page, declareSchema, { command: declareAbsence });
    if (!form.ok) return form.showAgain();
    const result = await form.run(declareAbsence, { ...form.values, user });
    if (!result.ok) return form.refused(result.failure, failed.declareAbsence);
    const { name, deputy } = result.value;
    return redirectTo(
      page,
      addresses.userAbsence(user),
      `The absence of ${name} is declared. ${deputy} approves meanwhile.`,
    );
  },
});

/** Declares the absence of another person, for instance of the ill. */
export default function AbsenceOfPerson() {
  const { member, own, standsIn, deputies, today, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page>
      <TitleBlock
        trail={<BackLink to={addresses.editUser(member.uid)}>Team member profile</BackLink>}
        title="Absence"
        facts={
          <>
            <span className="record">{member.name}</span>
            <RoleTag role={member.role} />
          </>
        }
      />
      <Section id="declared" title="Declared" first>
        <AbsenceList
          absences={own}
          toEnd={(absence) => addresses.endUserAbsence(member.uid, absence)}
          none="No absence is declared."
        />
      </Section>
      {standsIn.length > 0 && (
        <Section id="stands-in" title="Stands in">
          <StandsIn absences={standsIn} />
        </Section>
      )}
      <Section id="declare" title="Declare an absence" note={coversWords} narrow>
        {member.approves ? (
          <DeclareForm key={own.length} {...{ deputies, today, commandId, answer }} forAnother />
        ) : (
          <p>This person approves nothing, so no absence is needed.</p>
        )}
      </Section>
    </Page>
  );
}
