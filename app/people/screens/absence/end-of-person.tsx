import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { endAbsence } from '#app/people/commands/absence.ts';
import { addresses } from '#app/kit/addresses.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { listAbsences } from '#app/kit/people/absences.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { EndForm } from '#app/people/screens/absence/end-form.tsx';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

const params = z.object({ uid: sentUid(), absence: sentUid() });

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('End absence', data?.member.name);

export const loader = screenLoader({
  access: 'absence.declare_any',
  params,
  async load({ ask, params: { uid: user, absence }, ports }) {
    const { uid, name, email, role } = await ask(getMember, { user });
    const { own } = await ask(listAbsences, { user });
    const found = own.find((one) => one.uid === absence) ?? null;
    return { member: { uid, name, email, role }, absence: found, commandId: ports.newId() };
  },
});

export const action = screenAction({
  access: 'absence.declare_any',
  params,
  async act(page) {
    const { uid: user, absence } = page.params;
    const form = await readForm(page, z.object({}), { command: endAbsence });
    if (!form.ok) return form.showAgain();
    const result = await form.run(endAbsence, { ...form.values, absence, user });
    if (!result.ok) return form.refused(result.failure, failed.endAbsence);
    return redirectTo(page, addresses.userAbsence(user), `The absence of ${result.value.name} is ended.`);
  },
});

/** Ends the absence of another person early. */
export default function EndAbsenceOfPerson() {
  const { member, absence, commandId } = useLoaderData<typeof loader>();
  return (
    <EndForm
      {...{ absence, commandId }}
      answer={useActionData<typeof action>()}
      back={addresses.userAbsence(member.uid)}
      masthead={<MemberHead member={member} back={addresses.editUser(member.uid)} />}
      forAnother
    />
  );
}
