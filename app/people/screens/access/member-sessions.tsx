import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { endUserSessions } from '#app/people/commands/end-sessions.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { programOf } from '#app/sign-in/screens/program.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('End sessions', data?.member.name);

export const loader = screenLoader({
  access: 'user.end_sessions',
  params: uidParams,
  async load({ ask, params, ports, viewer, now }) {
    const { uid, name, email, role, status } = await ask(getMember, { user: params.uid });
    const sessions = await ports.identity.sessions.list({ org: viewer.org, user: uid, now });
    return {
      member: { uid, name, email, role, status },
      sessions: sessions
        .filter(({ publicId }) => publicId !== viewer.session)
        .map(({ publicId, door, agent, address, lastSeenAt }) => ({
          key: publicId,
          program: door === 'call' ? 'A program, through the API' : programOf(agent),
          address,
          lastSeenAt,
        })),
      commandId: ports.newId(),
    };
  },
});

export const action = commandAction({
  access: 'user.end_sessions',
  params: uidParams,
  command: endUserSessions,
  input: ({ page }) => ({ user: page.params.uid }),
  failed: failed.endSessions,
  done: ({ page, value }) => [addresses.editUser(page.params.uid), `${value.name} is signed out everywhere.`],
});

/** A person's open sessions, and a form that ends them all. */
export default function MemberSessions() {
  const { member, sessions, commandId } = useLoaderData<typeof loader>();
  const back = member.status === 'INACTIVE' ? addresses.reactivateUser(member.uid) : addresses.editUser(member.uid);
  return (
    <ReasonPage
      id="end-sessions"
      title="End sessions"
      back={back}
      masthead={<MemberHead member={member} back={back} />}
      obstacle={sessions.length === 0 ? `${member.name} has no other open session.` : null}
      commandId={commandId}
      button={
        <SubmitButton kind="stop-solid" icon="log-out" pendingLabel="Ending…">
          End sessions
        </SubmitButton>
      }
    >
      <p>{member.name} is signed out at once in:</p>
      <ul>
        {sessions.map(({ key, program, address, lastSeenAt }) => (
          <li key={key}>
            {program}
            {address && `, ${address}`}, last used <time dateTime={lastSeenAt}>{showMoment(lastSeenAt)}</time>
          </li>
        ))}
      </ul>
    </ReasonPage>
  );
}
