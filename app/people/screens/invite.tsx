import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { inviteUser } from '#app/people/commands/invite.ts';
import { addresses } from '#app/kit/addresses.ts';
import { parseForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { listDepartments } from '#app/organisation/queries/list-departments.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';
import { nameIn, personForm } from '#app/people/screens/person-form.ts';
import { PlaceLeaf } from '#app/people/screens/member-fields.tsx';
import { roleOptions } from '#app/people/screens/roles.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { BackLink, Page, PageHead, Section, SectionFoot } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

const schema = inviteUser.input;

export const meta: MetaFunction = () => [{ title: 'Add a team member - Imprimatur' }];

export const loader = screenLoader({
  access: 'user.invite',
  load: async ({ ask, ports, viewer }) => ({
    constraint: getZodConstraint(schema),
    commandId: ports.newId(),
    departments: await ask(listDepartments, {}),
    roles: roleOptions(viewer.role),
  }),
});

export const action = screenAction({
  access: 'user.invite',
  act: (page) =>
    personForm(page, async (sent) => {
      const form = parseForm(page, sent, schema);
      if (!form.ok) return form.showAgain();
      const name = nameIn(form.values);
      const result = await form.run(inviteUser, form.values);
      if (!result.ok) return form.refused(result.failure, failed.inviteUser(name));
      return redirectTo(page, addresses.team(), sayWhereEmailGoes(`You successfully invited ${name}`, page.ports));
    }),
});

export default function Invite() {
  const { constraint, commandId, departments, roles } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: 'invite',
    lastResult: useLastResult(answer?.lastResult),
    constraint,
  });
  return (
    <Page>
      <BackLink to={addresses.team()}>Team members</BackLink>
      <PageHead title="Add a team member" />
      <Form form={form} commandId={commandId} layout="bare">
        <Section id="person" title="Person" narrow first>
          <TextField field={fields.firstName} label="First name" autoComplete="off" />
          <TextField field={fields.lastName} label="Last name" autoComplete="off" />
          <TextField field={fields.email} label="Email" type="email" autoComplete="off" />
        </Section>
        <PlaceLeaf role={fields.role} departments={fields.departments} roles={roles} choices={departments} />
        <SectionFoot label="Invite" sentence="Inviting will send an email to your new team member.">
          <LinkButton to={addresses.team()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Inviting…">Invite team member</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
