import { refuse, type Result } from '#events/failures.ts';
import { linkDirectory } from '#events/user/decide/directory.ts';
import { normaliseEmail } from '#events/user/email.ts';
import { streams } from '#events/streams.ts';
import { userEvolution } from '#events/user/state.ts';
import type { Account } from '#app/sign-in/adapters/accounts.ts';
import type { OrganisationSignOn, Returned } from '#app/sign-in/adapters/single-sign-on/single-sign-on.ts';
import { change } from '#app/kit/command/change.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import { recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { memberOf } from '#app/sign-in/commands/confirm.ts';
import { actorOfAccount, addressOf, beginSession, type SignedIn } from '#app/sign-in/commands/begin-session.ts';
import { trainingOfPerson } from '#app/organisation/commands/coverage.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/**
 * Signs in the person whom the issuer named: by the linked subject, and the first time by an address that the issuer
 * says is verified. Nobody is created; an admin invites.
 */
export async function signInLinked(
  visitor: CommandContext,
  { org, issuer }: OrganisationSignOn,
  { subject, verifiedEmail }: Returned,
  agent: string | null,
): Promise<Result<SignedIn>> {
  const { ports, now } = visitor;
  const { accounts, refuseLocked } = ports.identity;
  const linked = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.user_account')
      .select('email')
      .where('directory_issuer', '=', issuer)
      .where('directory_subject', '=', subject)
      .executeTakeFirst(),
  );
  if (!linked && verifiedEmail === null) return refuse('single_sign_on_email_unverified');
  const account = await accounts.find(linked?.email ?? normaliseEmail(verifiedEmail ?? ''));
  if (account?.org !== org) {
    ports.log.warn({ org, address: addressOf(visitor) }, 'single_sign_on.unknown_person');
    return refuse('single_sign_on_unknown');
  }
  const context = { ...visitor, org };
  const { user } = account;
  if (account.status === 'INACTIVE') {
    await recordFailedSignIn(context, user, 'not_active', null);
    return refuse('single_sign_on_unknown');
  }
  const locked = await refuseLocked(account, now);
  if (locked) {
    await recordFailedSignIn(context, user, 'locked', null);
    return { ok: false, failure: locked };
  }
  if (!linked) {
    const done = await link(context, account, { issuer, subject });
    if (!done.ok) return done;
  }
  return beginSession(context, account, { door: 'screen', agent, method: 'single_sign_on' });
}

/** Links the person, and confirms an invited one, whose training begins with it. */
async function link(
  visitor: CommandContext,
  account: Account,
  to: { issuer: string; subject: string },
): Promise<Result<null>> {
  const { user } = account;
  const actor = actorOfAccount(account, addressOf(visitor), null);
  const context: CommandContext = { ...visitor, actor };
  return change(context, { stream: streams.user(user), evolution: userEvolution }, async (state, { now }) => {
    const decision = linkDirectory({ now, ...to }, state);
    if (!decision.ok || state.kind !== 'user' || state.status !== 'INVITED') return { decision, answer: null };
    const training = await trainingOfPerson(context, {
      user: { uid: user, name: fullName(account) },
      member: memberOf(state, 'ACTIVE'),
      assign: state.reactivated ? 'reactivated' : 'confirmed',
      cancel: null,
    });
    return { decision, parts: [training], answer: null };
  });
}
