import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { Instant } from '#events/time.ts';
import { resetFactor } from '#app/people/commands/reset-factor.ts';
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

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Reset second factor', data?.member.name);

export const loader = screenLoader({
  access: 'user.reset_factor',
  params: uidParams,
  async load({ ask, params, ports, viewer }) {
    const { uid, name, email, role, factorSince } = await ask(getMember, { user: params.uid });
    return { member: { uid, name, email, role, factorSince, self: uid === viewer.uid }, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'user.reset_factor',
  params: uidParams,
  command: resetFactor,
  input: ({ page }) => ({ user: page.params.uid }),
  failed: failed.resetFactor,
  done: ({ page, value }) => [addresses.editUser(page.params.uid), `The second factor of ${value.name} is reset.`],
});

function whyNot({ self, factorSince }: { self: boolean; factorSince: Instant | null }): string | null {
  if (self) return 'Nobody resets their own second factor. Replace it, or ask another admin.';
  return factorSince === null ? 'This person has no second factor.' : null;
}

/** Takes a person's second factor away. */
export default function ResetFactor() {
  const { member, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="reset-factor"
      title="Reset second factor"
      back={addresses.editUser(member.uid)}
      masthead={<MemberHead member={member} back={addresses.editUser(member.uid)} />}
      obstacle={whyNot(member)}
      commandId={commandId}
      button={
        <SubmitButton kind="stop-solid" pendingLabel="Resetting…">
          Reset second factor
        </SubmitButton>
      }
    >
      <p>
        Make sure that {member.name} asks for this. The app and the recovery codes stop working, all sessions end, and
        only the person can set up a new one.
      </p>
    </ReasonPage>
  );
}
