import { invitationDaysOf } from '#events/organisation/controls.ts';
import { roleLabel } from '#events/user/role.ts';
import { useForm } from '@conform-to/react';
import { redirect, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { reactivateUser } from '#app/people/commands/activation.ts';
import { addresses } from '#app/kit/addresses.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { flag, readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogOpener, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { DialogForm } from '#app/ui/dialog/form-dialog-page.tsx';
import { type FieldState, ReasonField, type WithReason } from '#app/ui/field/field.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import type { FormState } from '#app/ui/form/form-state.ts';
import { useDialogForm } from '#app/ui/form/submitted.ts';
import { Facts } from '#app/ui/page/facts.tsx';
import { Actions, BackLink, Page, pageTitle, Section, TitleBlock } from '#app/ui/page/page.tsx';
import { RoleTag, Tag } from '#app/ui/status/tag.tsx';
import { codeValidity } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Reactivate team member', data?.member.name);

export const loader = screenLoader({
  access: 'user.reactivate',
  params: uidParams,
  search: z.object({ ask: flag }),
  async load({ ask, params, ports, search, viewer }) {
    const member = await ask(getMember, { user: params.uid });
    if (member.status !== 'INACTIVE') throw redirect(addresses.editUser(member.uid));
    return {
      member,
      asked: search.ask,
      commandId: ports.newId(),
      zone: viewer.settings.timeZone,
      days: invitationDaysOf(viewer.settings),
    };
  },
});

export const action = screenAction({
  access: 'user.reactivate',
  params: uidParams,
  async act(page) {
    const form = await readForm(page, z.object({}), { command: reactivateUser });
    if (!form.ok) return form.showAgain();
    const result = await form.run(reactivateUser, { ...form.values, user: page.params.uid });
    if (result.ok)
      return redirectTo(
        page,
        addresses.team(),
        sayWhereEmailGoes('User has been invited to reactivate their account.', page.ports),
      );
    // The person already has another page, so the refusal goes along.
    if (result.failure.code === 'user_not_in_status') {
      const { detail, title } = problemOf(result.failure);
      const words = `${failed.reactivateUser.words} ${detail ?? title}`;
      return redirectTo(page, addresses.editUser(page.params.uid), toast('error', words));
    }
    return form.refused(result.failure, failed.reactivateUser);
  },
});

/** A deactivated person's profile, to read and to reactivate. */
export default function Reactivate() {
  const { member, asked, commandId, zone, days } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason>({
    id: 'reactivate-page',
    lastResult: useLastResult(answer?.lastResult),
  });
  const dialog = useDialogForm('reactivate-dialog-form', ['reason']);
  const question = (asked: { form: FormState; fields: { reason: FieldState } }) => (
    <DialogForm
      form={asked.form}
      commandId={commandId}
      action={addresses.reactivateUser(member.uid)}
      button={
        <SubmitButton icon="rotate-ccw" pendingLabel="Reactivating…">
          Reactivate account
        </SubmitButton>
      }
    >
      <p>Are you sure you want to reactivate this team member?</p>
      <p>
        We send a new code to {member.email}. It is valid for {codeValidity(days)}.
      </p>
      <ReasonField field={asked.fields.reason} />
    </DialogForm>
  );
  if (asked || answer) {
    return (
      <Page>
        <DialogPage
          title="Reactivate team member"
          back={addresses.reactivateUser(member.uid)}
          masthead={<MemberHead member={member} back={addresses.reactivateUser(member.uid)} />}
        >
          {question({ form, fields })}
        </DialogPage>
      </Page>
    );
  }
  return (
    <Page>
      <TitleBlock
        trail={<BackLink to={addresses.team('deactivated')}>Team members</BackLink>}
        title="Team member profile"
        facts={
          <>
            <span className="record">{member.name}</span>
            <RoleTag role={member.role} />
            <Tag>Deactivated</Tag>
          </>
        }
        aside={
          <Actions>
            <LinkButton to={addresses.userAudit(member.uid)} icon="scroll-text">
              User Audit Log
            </LinkButton>
            <DialogOpener
              dialog="reactivate"
              href={addresses.reactivateUser(member.uid, 'ask')}
              kind="solid"
              icon="rotate-ccw"
            >
              Reactivate
            </DialogOpener>
          </Actions>
        }
      />
      <Section id="person" title="Person" note="Reactivate the person to edit the profile." narrow first>
        <Facts
          facts={[
            { name: 'First name', value: member.firstName },
            { name: 'Last name', value: member.lastName },
            { name: 'Email', value: member.email },
            { name: 'Role', value: roleLabel(member.role) },
            { name: 'Departments', value: member.departments.map(({ name }) => name).join(', ') || 'None' },
            ...(member.deactivatedAt ? [{ name: 'Deactivated', value: showDate(member.deactivatedAt, zone) }] : []),
          ]}
        />
      </Section>
      <Dialog id="reactivate" title="Reactivate team member">
        {question(dialog)}
      </Dialog>
    </Page>
  );
}
