import { roleLabel } from '#events/user/role.ts';
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { reactivateUser } from '#app/commands/user/activation.ts';
import { addresses } from '#app/addresses.ts';
import { screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { getMember } from '#app/queries/user/get-member.ts';
import { problemsOfAnswer } from '#app/screens/team/problems.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot, DialogOpener, DialogPage } from '#app/ui/dialog/dialog.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { Actions, BackLink, Page, TitleBlock } from '#app/ui/page/page.tsx';
import { RoleTag, Tag } from '#app/ui/status/tag.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { pageTitle } from '#app/ui/text/page-title.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Reactivate team member', data?.member.name);

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('user.reactivate', async ({ ask, params, ports, url, viewer }) => {
    const member = await ask(getMember, { user: params.uid ?? '' });
    if (member.status !== 'INACTIVE') throw redirect(addresses.editUser(member.uid));
    const asked = url.searchParams.has('ask');
    return { member, asked, commandId: ports.newId(), zone: viewer.settings.timeZone };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('user.reactivate', async (page) =>
    submit(page, {
      form: await page.request.formData(),
      schema: z.object({}),
      command: reactivateUser,
      input: () => ({ user: page.params.uid }),
      broken: 'There was a problem reactivating this user.',
      failed: (_, sentence) => `There was a problem reactivating this user. ${sentence}`,
      // Somebody who is back already has another page; the refusal goes along.
      elsewhere: ({ code, title, detail }) =>
        code === 'user_not_in_status'
          ? {
              to: addresses.editUser(page.params.uid ?? ''),
              toast: toast('error', `There was a problem reactivating this user. ${detail ?? title}`),
            }
          : null,
      after: () => ({ to: addresses.team(), toast: 'User has been invited to reactivate their account.' }),
    }),
  )(args);

/** A deactivated person's profile, which can only be read; and the way back. */
export default function Reactivate() {
  const { member, asked, commandId, zone } = useLoaderData<typeof loader>();
  const problems = problemsOfAnswer(useActionData<typeof action>());
  const question = (id: string) => (
    <Form id={id} commandId={commandId} layout="bare" problems={problems} action={addresses.reactivateUser(member.uid)}>
      <DialogBody>
        <p>Are you sure you want to reactivate this team member?</p>
        <p>A new code goes to {member.email}. It is valid for 24 hours.</p>
      </DialogBody>
      <DialogFoot>
        <SubmitButton icon="rotate-ccw" pendingLabel="Reactivating…">
          Reactivate account
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
  if (asked || problems.length > 0) {
    return (
      <Page>
        <DialogPage title="Reactivate team member" lede={member.name} back={addresses.reactivateUser(member.uid)}>
          {question('reactivate-page')}
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
      <Section id="person" title="Person" note="A profile can be edited once the person is back." narrow first>
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
        {question('reactivate-dialog')}
      </Dialog>
    </Page>
  );
}
