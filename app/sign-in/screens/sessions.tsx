import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { endOwnSession, signOutEverywhere } from '#app/sign-in/commands/sessions.ts';
import { addresses } from '#app/kit/addresses.ts';
import { parseForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { z } from 'zod';
import { programOf } from '#app/sign-in/screens/program.ts';
import { getPendingEmail } from '#app/sign-in/queries/pending-email.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary/error-summary.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { AccountPage } from '#app/ui/page/account-page.tsx';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { lasting } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'My sessions - Imprimatur' }];

export const loader = screenLoader({
  access: 'signed-in',
  async load({ ask, ports, viewer, now }) {
    const sessions = await ports.identity.sessions.list({ org: viewer.org, user: viewer.uid, now });
    const { idleMinutes, absoluteHours } = viewer.settings.session;
    const { pending } = await ask(getPendingEmail, { user: viewer.uid });
    return {
      commandId: ports.newId(),
      user: viewer.uid,
      pending,
      limits: { idleMinutes, absoluteHours },
      sessions: sessions.map((session) => ({
        key: session.publicId,
        commandId: ports.newId(),
        own: session.publicId === viewer.session,
        door: session.door,
        program: programOf(session.agent),
        address: session.address,
        createdAt: session.createdAt,
        lastSeenAt: session.lastSeenAt,
      })),
    };
  },
});

export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const sent = await page.request.formData();
    if (sent.has('session')) {
      const form = parseForm(page, sent, endOwnSession.input);
      if (!form.ok) return form.showAgain();
      const result = await form.run(endOwnSession, form.values);
      return result.ok
        ? redirectTo(page, addresses.sessions(), 'The session has ended.')
        : form.refused(result.failure);
    }
    const form = parseForm(page, sent, z.object({}));
    if (!form.ok) return form.showAgain();
    const result = await form.run(signOutEverywhere, {});
    if (!result.ok) return form.refused(result.failure);
    const headers = new Headers({ 'Set-Cookie': page.ports.identity.sessions.blankCookie() });
    return redirectTo(page, addresses.signIn(), 'You are signed out everywhere.', headers);
  },
});

type SessionView = Awaited<ReturnType<typeof loader>>['sessions'][number];

const columns: Column<SessionView>[] = [
  {
    key: 'program',
    label: 'Signed in with',
    rowHead: true,
    place: 'full',
    cell: ({ program, own, door }) => (
      <>
        {door === 'call' ? 'A program, through the API' : program} {own && <Tag>This session</Tag>}
      </>
    ),
  },
  { key: 'address', label: 'Address', place: 'later', labelled: true, cell: ({ address }) => address ?? 'Unknown' },
  {
    key: 'created',
    label: 'Signed in',
    place: 'later',
    labelled: true,
    nowrap: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{showMoment(createdAt)}</time>,
  },
  {
    key: 'seen',
    label: 'Last used',
    place: 'later',
    labelled: true,
    nowrap: true,
    cell: ({ lastSeenAt }) => <time dateTime={lastSeenAt}>{showMoment(lastSeenAt)}</time>,
  },
  {
    key: 'end',
    label: 'Sign out',
    hiddenLabel: true,
    place: 'num',
    cell: ({ key, own, commandId, door, program }) =>
      own ? null : (
        <Form id={`end-${key}`} commandId={commandId} layout="bare">
          <input type="hidden" name="session" value={key} />
          <SubmitButton
            kind="outline"
            size="small"
            about={door === 'call' ? 'the program' : program}
            pendingLabel="Signing out…"
          >
            Sign out
          </SubmitButton>
        </Form>
      ),
  },
];

/** Lists the person's sessions, and ends them. */
export default function Sessions() {
  const { sessions, limits, user, pending, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusals = Object.values(answer?.lastResult.error ?? {}).flatMap((messages) => messages ?? []);
  return (
    <AccountPage
      current="/sessions"
      title="My sessions"
      lede={
        `A session ends after ${lasting(limits.idleMinutes, 'minute')} idle, and after ` +
        `${lasting(limits.absoluteHours, 'hour')} at the latest.`
      }
      actions={
        <Form id="everywhere" commandId={commandId} layout="bare">
          <SubmitButton kind="stop" icon="log-out" pendingLabel="Signing out…">
            Sign out everywhere
          </SubmitButton>
        </Form>
      }
    >
      <ErrorSummary problems={refusals.map((message) => ({ message }))} attempt={answer} />
      {pending && (
        <Notice>
          <p>
            Your email address becomes {pending.address} once the code that was sent there is entered, until{' '}
            {showMoment(pending.until)}.
          </p>
          <p>
            <LinkButton to={addresses.cancelEmailChange(user)} size="small">
              Cancel the change
            </LinkButton>
          </p>
        </Notice>
      )}
      <Register label="My sessions" columns={columns} rows={sessions} rowKey={({ key }) => key} />
    </AccountPage>
  );
}
