import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { unlinkDirectory } from '#app/people/commands/unlink-directory.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Unlink account', data?.member.name);

export const loader = screenLoader({
  access: 'user.unlink_directory',
  params: uidParams,
  async load({ ask, params, ports, viewer }) {
    const { uid, name, email, role, directory } = await ask(getMember, { user: params.uid });
    return { member: { uid, name, email, role, directory, self: uid === viewer.uid }, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'user.unlink_directory',
  params: uidParams,
  command: unlinkDirectory,
  input: ({ page }) => ({ user: page.params.uid }),
  failed: failed.unlinkDirectory,
  done: ({ page, value }) => [addresses.editUser(page.params.uid), `The account of ${value.name} is unlinked.`],
});

function whyNot({ self, directory }: { self: boolean; directory: object | null }): string | null {
  if (self) return 'Nobody unlinks their own account. Ask another admin.';
  return directory === null ? 'This person is not linked to an account of the directory.' : null;
}

/** Ends a person's link to their account of the directory. */
export default function UnlinkDirectory() {
  const { member, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="unlink-directory"
      title="Unlink account"
      back={addresses.editUser(member.uid)}
      masthead={<MemberHead member={member} back={addresses.editUser(member.uid)} />}
      obstacle={whyNot(member)}
      commandId={commandId}
      always
      button={
        <SubmitButton kind="stop-solid" pendingLabel="Unlinking…">
          Unlink account
        </SubmitButton>
      }
    >
      {member.directory && (
        <p className="long-word">
          Account {member.directory.subject} of {member.directory.issuer}
        </p>
      )}
      <p>
        Make sure that the directory has given {member.name} another account. All sessions end, and the next sign-in
        links the account whose verified email address is {member.email}. The person’s identity is verified again.
      </p>
    </ReasonPage>
  );
}
