import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { cancelEmailChange } from '#app/people/commands/cancel-email-change.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getPendingEmail } from '#app/sign-in/queries/pending-email.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Cancel change of email', data?.member.name);

/** Where its person came from is their own page; admins come from the profile. */
const backTo = (user: string, viewer: { uid: string }): string =>
  user === viewer.uid ? addresses.sessions() : addresses.editUser(user);

export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  async load({ ask, params, ports, viewer }) {
    const { pending, ...member } = await ask(getPendingEmail, { user: params.uid });
    const self = member.uid === viewer.uid;
    return { member, pending, self, back: backTo(member.uid, viewer), commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'signed-in',
  params: uidParams,
  command: cancelEmailChange,
  input: ({ page }) => ({ user: page.params.uid }),
  failed: failed.cancelEmailChange,
  done: ({ page, value }) => [backTo(page.params.uid, page.viewer), `The email address stays ${value.email}.`],
});

/** Gives up another address that a person has yet to confirm. */
export default function CancelEmailChange() {
  const { member, pending, self, back, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="cancel-email-change"
      title="Cancel change of email"
      back={back}
      masthead={self ? undefined : <MemberHead member={member} back={back} />}
      obstacle={!pending ? 'No other address waits to be confirmed.' : null}
      commandId={commandId}
      cancel="Keep the change"
      button={
        <SubmitButton kind="stop" pendingLabel="Cancelling…">
          Cancel the change
        </SubmitButton>
      }
    >
      {pending && (
        <p>
          {pending.address} waits to be confirmed until {showMoment(pending.until)}. The code that was sent there will
          confirm nothing.
        </p>
      )}
      <p>
        {self ? 'Your email address' : `The email address of ${member.name}`} stays {member.email}.
      </p>
    </ReasonPage>
  );
}
