import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { unlockUser } from '#app/people/commands/unlock.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { lockWords } from '#app/people/screens/access/lock-words.ts';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Unlock account', data?.member.name);

export const loader = screenLoader({
  access: 'user.unlock',
  params: uidParams,
  async load({ ask, params, ports, viewer }) {
    const { uid, name, email, role, lock } = await ask(getMember, { user: params.uid });
    return { member: { uid, name, email, role, lock, self: uid === viewer.uid }, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'user.unlock',
  params: uidParams,
  command: unlockUser,
  input: ({ page }) => ({ user: page.params.uid }),
  failed: failed.unlockUser,
  done: ({ page, value }) => [addresses.editUser(page.params.uid), `The account of ${value.name} is unlocked.`],
});

function whyNot({ self, lock }: { self: boolean; lock: unknown }): string | null {
  if (!lock) return 'This account is not locked.';
  return self ? 'Nobody unlocks their own account. Another admin can.' : null;
}

/** Ends a person's lockout. */
export default function Unlock() {
  const { member, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="unlock"
      title="Unlock account"
      back={addresses.editUser(member.uid)}
      masthead={<MemberHead member={member} back={addresses.editUser(member.uid)} />}
      obstacle={whyNot(member)}
      commandId={commandId}
      button={<SubmitButton pendingLabel="Unlocking…">Unlock account</SubmitButton>}
    >
      {member.lock && <p>{lockWords(member.lock)}.</p>}
      <p>
        Make sure that {member.name} made the failed attempts. The person can sign in and sign again at once, with the
        same password.
      </p>
    </ReasonPage>
  );
}
