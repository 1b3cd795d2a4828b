import { useForm } from '@conform-to/react';
import { redirect, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import type { Role } from '#events/user/events.ts';
import { roleLabel } from '#events/user/role.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { addresses } from '#app/kit/addresses.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { flag, readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { listApproverOptions, listOwnerOptions } from '#app/organisation/queries/choices.ts';
import { listResponsibilities, listMemberOptions } from '#app/people/queries/responsibilities.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { DeactivateForm } from '#app/people/screens/deactivate-form.tsx';
import { fieldStateOf, Successors, successorsIn } from '#app/people/screens/successors.tsx';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import type { WithReason } from '#app/ui/field/field.tsx';
import { useLastResult } from '#app/ui/form/form.tsx';
import { Page, pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Deactivate team member', data?.member.name);

export const loader = screenLoader({
  access: 'user.deactivate',
  params: uidParams,
  search: z.object({ dialog: flag }),
  async load({ ask, params, ports, search }) {
    const member = await ask(getMember, { user: params.uid });
    // The dialog loads again once its person is deactivated; a redirect would leave the list.
    if (member.status === 'INACTIVE' && !search.dialog) throw redirect(addresses.reactivateUser(member.uid));
    const responsibilities = await ask(listResponsibilities, { user: member.uid });
    const others = <T extends { uid: string }>(people: readonly T[]) => people.filter(({ uid }) => uid !== member.uid);
    return {
      member,
      responsibilities,
      owners: others(await ask(listOwnerOptions, {})).map(toOption),
      approvers: others(await ask(listApproverOptions, {})).map(toOption),
      members:
        responsibilities.departments.length + responsibilities.functions.length > 0
          ? others(await ask(listMemberOptions, {})).map(toOption)
          : [],
      commandId: ports.newId(),
    };
  },
});

export const action = screenAction({
  access: 'user.deactivate',
  params: uidParams,
  async act(page) {
    const form = await readForm(page, z.object({}), { command: deactivateUser });
    if (!form.ok) return form.showAgain();
    const user = page.params.uid;
    const successors = successorsIn(form.data, await page.ask(listResponsibilities, { user }));
    const result = await form.run(deactivateUser, { ...form.values, ...successors, user });
    if (result.ok) return redirectTo(page, addresses.team(), `${result.value.name} is deactivated.`);
    // The person already has another page, so the refusal goes along.
    if (result.failure.code === 'user_not_in_status') {
      const { detail, title } = problemOf(result.failure);
      const words = `${failed.deactivateUser.words} ${detail ?? title}`;
      return redirectTo(page, addresses.reactivateUser(page.params.uid), toast('error', words));
    }
    return form.refused(result.failure, failed.deactivateUser);
  },
});

const toOption = ({ uid, name, role }: { uid: string; name: string; role: Role }) => ({
  value: uid,
  label: `${name}, ${roleLabel(role)}`,
});

/** Deactivates a person in one act: the question, and a successor for each thing that the person leaves. */
export default function Deactivate() {
  const { member, responsibilities, owners, approvers, members, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason>({
    id: 'deactivate-page',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <Page>
      <DialogPage
        title="Deactivate team member"
        back={addresses.team()}
        masthead={<MemberHead member={member} back={addresses.editUser(member.uid)} />}
      >
        <DeactivateForm member={member} commandId={commandId} form={form} reason={fields.reason}>
          <Successors
            responsibilities={responsibilities}
            owners={owners}
            approvers={approvers}
            members={members}
            stateOf={fieldStateOf(form, answer?.lastResult)}
          />
        </DeactivateForm>
      </DialogPage>
    </Page>
  );
}
