import type { E } from '#events/catalogue.ts';
import { signOnOf, type SingleSignOn } from '#events/single-sign-on/settings.ts';
import { streams } from '#events/streams.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';
import { recordEnds } from '#app/kit/session/session-ends.ts';
import { endAllSessions } from '#app/sign-in/commands/sessions.ts';

type Settings = { singleSignOn?: SingleSignOn | undefined };

/** Ends the sessions that began in a way that is no longer the person's way in, once the settings say so. */
export async function endOldSessions(
  context: SignedInContext,
  before: Settings,
  after: Settings,
  reason: string,
): Promise<void> {
  const { ports, org } = context;
  const wayOf = (settings: Settings, user: string) => signOnOf(settings, user)?.issuer;
  const people = await ports.database.read(org, (db) =>
    db.selectFrom('read.user_account').select('uid').where('status', '=', 'ACTIVE').execute(),
  );
  for (const { uid } of people.filter((one) => wayOf(before, one.uid) !== wayOf(after, one.uid)))
    await endAllSessions(context, uid, 'ways_in_changed', { reason });
  const admin = before.singleSignOn?.localAdmin;
  if (admin && before.singleSignOn?.issuer !== after.singleSignOn?.issuer && admin === after.singleSignOn?.localAdmin)
    await endIssuerSessions(context, admin);
}

/** The local admin has both ways in: the password stays one. */
async function endIssuerSessions(context: SignedInContext, user: string): Promise<void> {
  const { ports, org, now } = context;
  const { events } = await loadStream({ ports, org }, streams.access(user));
  const sessions = (events as E[]).flatMap(({ type, data }) =>
    type === 'UserSignedIn' && data.method === 'single_sign_on' ? [data.session] : [],
  );
  const open = new Set((await ports.identity.sessions.list({ org, user, now })).map(({ publicId }) => publicId));
  for (const publicId of sessions.filter((one) => open.has(one)))
    await recordEnds(context, user, await ports.identity.sessions.endOne({ org, user, publicId, now }));
}
