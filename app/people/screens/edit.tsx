import { roleLabel } from '#events/user/role.ts';
import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { redirect, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import type { Named } from '#events/common.ts';
import type { Role } from '#events/user/events.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { secondFactorOf } from '#events/organisation/second-factor.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { profileFields } from '#app/people/commands/profile.ts';
import { addresses } from '#app/kit/addresses.ts';
import { changedWords, parseForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { listDepartments } from '#app/organisation/queries/list-departments.ts';
import { listMemberOptions } from '#app/people/queries/responsibilities.ts';
import { getMember, type Member } from '#app/people/queries/get-member.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { nameIn, personForm } from '#app/people/screens/person-form.ts';
import { IdentitySection } from '#app/people/screens/identity-section.tsx';
import { shownRefused } from '#app/kit/email/refused/about.ts';
import { RefusedEmails } from '#app/kit/email/refused/notice.tsx';
import { DutiesSection } from '#app/people/screens/duties-section.tsx';
import { DirectorySection } from '#app/people/screens/access/directory-section.tsx';
import { FactorSection } from '#app/people/screens/access/factor-section.tsx';
import { AccountNotices } from '#app/people/screens/access/account-notices.tsx';
import { PlaceLeaf } from '#app/people/screens/member-fields.tsx';
import { roleOptions } from '#app/people/screens/roles.ts';
import { SavedMeanwhile } from '#app/kit/screen/saved-meanwhile.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { ReadOnlyField, ReasonField, SelectField, TextField, type WithReason } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Actions, BackLink, Page, pageTitle, Section, SectionFoot, TitleBlock } from '#app/ui/page/page.tsx';
import { RoleTag, Tag } from '#app/ui/status/tag.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

const schema = z.object({ ...profileFields, manager: z.string().optional() });

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Team member profile', data?.member.name);

export const loader = screenLoader({
  access: 'user.edit',
  params: uidParams,
  async load({ ask, params, ports, viewer }) {
    const member = await ask(getMember, { user: params.uid });
    if (member.status === 'INACTIVE') throw redirect(addresses.reactivateUser(member.uid));
    const roles = roleOptions(viewer.role);
    // A role that the viewer may not give is still shown where the person has it.
    const own = roleOptions('SUPER_ADMIN').filter(({ value }) => value === member.role);
    return {
      constraint: getZodConstraint(schema),
      commandId: ports.newId(),
      member,
      departments: await ask(listDepartments, {}),
      managers: managerOptions(await ask(listMemberOptions, {}), member),
      roles: roles.some(({ value }) => value === member.role) ? roles : [...roles, ...own],
      refusedEmails: shownRefused(member.refusedEmails, () => ports.newId()),
      self: member.uid === viewer.uid,
      identityRequired: controlsOf(viewer.settings).identityVerified,
      factorRequired: secondFactorOf(viewer.settings) !== 'off',
      zone: viewer.settings.timeZone,
    };
  },
});

/** Everybody else who is not deactivated, and the present manager. */
function managerOptions(people: readonly Named[], { uid, manager }: Pick<Member, 'uid' | 'manager'>) {
  const others = people.filter((one) => one.uid !== uid);
  const missing = manager && !others.some((one) => one.uid === manager.uid) ? [manager] : [];
  return [...others, ...missing].map((one) => ({ value: one.uid, label: one.name }));
}

export const action = screenAction({
  access: 'user.edit',
  params: uidParams,
  act: (page) =>
    personForm(page, async (sent) => {
      const form = parseForm(page, sent, schema, { command: editUser });
      if (!form.ok) return form.showAgain();
      const result = await form.run(editUser, {
        ...form.values,
        manager: form.values.manager ?? null,
        user: page.params.uid,
      });
      if (result.ok)
        return redirectTo(
          page,
          addresses.team(),
          changedWords(result.value, `The profile of ${nameIn(form.values)} is updated.`),
        );
      if (['changed_meanwhile', 'user_not_in_status'].includes(result.failure.code)) {
        const { uid, name, status } = await page.ask(getMember, { user: page.params.uid });
        // A deactivated person has another page without this form, so the refusal goes along.
        const reason = `${name} was deactivated after you opened the profile, and nothing was recorded.`;
        if (status === 'INACTIVE')
          return redirectTo(page, addresses.reactivateUser(uid), toast('error', `${failed.editUser.words} ${reason}`));
      }
      return form.refused(result.failure, failed.editUser);
    }),
});

export default function EditMember() {
  const {
    constraint,
    commandId,
    member,
    departments,
    managers,
    roles,
    refusedEmails,
    self,
    identityRequired,
    factorRequired,
    zone,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<z.input<typeof schema>>>({
    id: 'edit-member',
    lastResult: useLastResult(answer?.lastResult),
    constraint,
    defaultValue: {
      firstName: member.firstName,
      lastName: member.lastName,
      role: member.role,
      departments: member.departments.map(({ uid }) => uid),
      manager: member.manager?.uid,
    },
  });
  return (
    <Page>
      <TitleBlock
        trail={<BackLink to={addresses.team()}>Team members</BackLink>}
        title="Team member profile"
        facts={
          <>
            <span className="record">{member.name}</span>
            <RoleTag role={member.role} />
            {member.status === 'INVITED' && <Tag>Invited</Tag>}
          </>
        }
        aside={
          <Actions>
            <LinkButton to={addresses.memberTraining(member.uid)} icon="book-open">
              Training
            </LinkButton>
            <LinkButton to={addresses.userSessions(member.uid)} icon="log-out">
              End sessions
            </LinkButton>
            {member.status === 'INVITED' && (
              <LinkButton to={addresses.resendInvitation(member.uid)} icon="send">
                Resend invitation
              </LinkButton>
            )}
            <LinkButton to={addresses.userAudit(member.uid)} icon="scroll-text">
              User Audit Log
            </LinkButton>
            <LinkButton to={addresses.userAuditFile(member.uid, 'pdf')} download icon="download">
              Download User Audit Log
            </LinkButton>
            {!self && (
              <LinkButton to={addresses.deactivateUser(member.uid)} kind="stop" icon="user-round-minus">
                Deactivate
              </LinkButton>
            )}
          </Actions>
        }
      />
      <AccountNotices member={member} self={self} />
      <RefusedEmails emails={refusedEmails} />
      <SavedMeanwhile
        answer={answer}
        fields={[
          { name: 'firstName', label: 'First name', saved: member.firstName },
          { name: 'lastName', label: 'Last name', saved: member.lastName },
          { name: 'role', label: 'Role', saved: member.role, show: (value) => roleLabel(value as Role) },
          {
            name: 'departments',
            label: 'Departments',
            saved: member.departments.map(({ uid }) => uid),
            show: (uid) => departments.find((one) => one.uid === uid)?.name ?? uid,
          },
          {
            name: 'manager',
            label: 'Manager',
            saved: member.manager?.uid ?? '',
            show: (uid) => managers.find(({ value }) => value === uid)?.label ?? 'None',
          },
        ]}
      />
      <Form form={form} commandId={commandId} expectedVersion={member.streamVersion} layout="bare">
        <Section
          id="person"
          title="Person"
          note="The email is changed on a page of its own, because the person has to confirm it."
          narrow
          first
        >
          <TextField field={fields.firstName} label="First name" autoComplete="off" />
          <TextField field={fields.lastName} label="Last name" autoComplete="off" />
          <ReadOnlyField label="Email" value={member.email} />
          <p>
            <LinkButton to={addresses.changeUserEmail(member.uid)} kind="quiet" size="small" icon="mail">
              Change email
            </LinkButton>
          </p>
        </Section>
        <PlaceLeaf role={fields.role} departments={fields.departments} roles={roles} choices={departments}>
          <SelectField
            field={fields.manager}
            label="Manager (optional)"
            hint="Approval routes can ask the manager of a document's owner."
            placeholder="None"
            options={managers}
          />
        </PlaceLeaf>
        <Section id="why" title="Reason" note="For the changes on this page." narrow>
          <ReasonField field={fields.reason} />
        </Section>
        <SectionFoot label="Update the profile" sentence="Changing the role signs the person out.">
          <LinkButton to={addresses.team()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Updating…">Update</SubmitButton>
        </SectionFoot>
      </Form>
      <IdentitySection member={member} required={identityRequired} self={self} zone={zone} />
      <DutiesSection member={member} />
      <DirectorySection member={member} self={self} />
      <FactorSection member={member} required={factorRequired} self={self} zone={zone} />
    </Page>
  );
}
