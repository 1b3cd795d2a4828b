import { z } from 'zod';
import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import type { Principal } from '#events/permissions.ts';
import { needsFactor } from '#events/organisation/second-factor.ts';
import { streams } from '#events/streams.ts';
import { enrolAuthenticator, issueRecoveryCodes, removeAuthenticator } from '#events/user/decide/authenticators.ts';
import { userEvolution } from '#events/user/state.ts';
import { password } from '#app/sign-in/forms/credential.ts';
import type { Account } from '#app/sign-in/adapters/accounts.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand, type Command, type CommandContext, type SignedInContext } from '#app/kit/command/command.ts';
import { recordFailedSignIn } from '#app/sign-in/commands/access.ts';
import { actorOfAccount, addressOf, beginSession, type SignedIn } from '#app/sign-in/commands/begin-session.ts';
import { answerChallenge, challengedAccount, enrolledApp, typedCode } from '#app/sign-in/commands/second-factor.ts';
import { principalOf } from '#app/kit/command/load.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** Recovery codes, shown once; null where the same form was sent before. */
export interface Issued {
  codes: string[] | null;
}

/** The app that a person is setting up, and the organisation's name, which the app shows. */
export async function pendingApp({ ports, org, now }: Pick<CommandContext, 'ports' | 'now' | 'org'>, user: string) {
  const enrolled = await enrolledApp({ ports, org }, user);
  const app = await ports.identity.secondFactors.pending({ org, user, enrolled, now });
  const { name } = await ports.database.read(org, (db) =>
    db.selectFrom('read.organisation').select('name').executeTakeFirstOrThrow(),
  );
  return { ...app, organisation: name };
}

/** Records that the app counts, then deletes what it replaces and makes recovery codes. */
async function enrol(
  context: CommandContext,
  { user, uid, principal }: { user: string; uid: string; principal: Principal },
): Promise<Result<Issued>> {
  const { ports, org, now } = context;
  const facts = { uid, kind: 'totp', credentialId: null, publicKey: null, model: null } as const;
  let recorded = false;
  const enrolled = await change(context, { stream: streams.user(user), evolution: userEvolution }, (state) => {
    const decision = enrolAuthenticator({ principal, now, authenticator: facts }, state);
    recorded = decision.ok && decision.events.length > 0;
    return { decision, answer: null };
  });
  if (!enrolled.ok) return enrolled;
  if (!recorded) return ok({ codes: null });
  const codes = await ports.identity.secondFactors.issueRecoveryCodes({ org, user });
  await ports.identity.secondFactors.forget({ org, user, keep: uid });
  return ok({ codes });
}

/** Checks the signed-in person's password, which no factor replaces. A failure counts toward the lock. */
async function checkPassword(context: SignedInContext, typed: string): Promise<{ ok: false; failure: Failure } | null> {
  const { ports, viewer, now } = context;
  const checked = await ports.identity.checkCredential({
    email: viewer.email,
    password: typed,
    purpose: 'change-password',
    now,
    address: addressOf(context),
  });
  if (checked.kind === 'accepted') return null;
  if (checked.reason !== 'address_limited') {
    const reason = checked.reason === 'locked' ? 'locked' : 'wrong_password';
    await recordFailedSignIn(context, viewer.uid, reason, checked.lock);
  }
  return checked.failure.code === 'credentials_wrong'
    ? refuse('current_password_wrong')
    : { ok: false, failure: checked.failure };
}

/** Sets up one's own authenticator app, or replaces it. */
export const enrolApp = personalCommand({
  name: 'identity.enrol-app',
  input: z.object({ currentPassword: password, code: typedCode }),
  permission: 'signed-in',
  async run({ currentPassword, code }, context) {
    const { ports, org, viewer, now } = context;
    const wrong = await checkPassword(context, currentPassword);
    if (wrong) return wrong;
    const user = viewer.uid;
    const { uid } = await pendingApp(context, user);
    const right = await ports.identity.secondFactors.useCode({ org, user, uid }, { code, now });
    return right ? enrol(context, { user, uid, principal: principalOf(context) }) : refuse('one_time_code_wrong');
  },
});

/** New recovery codes in the place of those before. */
export const renewRecoveryCodes = personalCommand({
  name: 'identity.renew-recovery-codes',
  input: z.object({ currentPassword: password }),
  permission: 'signed-in',
  async run({ currentPassword }, context): Promise<Result<Issued>> {
    const { ports, org, viewer } = context;
    const wrong = await checkPassword(context, currentPassword);
    if (wrong) return wrong;
    const target = { stream: streams.user(viewer.uid), evolution: userEvolution };
    const recorded = await change(context, target, (state, { principal, now }) => ({
      decision: issueRecoveryCodes({ principal, now }, state),
      answer: null,
    }));
    if (!recorded.ok) return recorded;
    return ok({ codes: await ports.identity.secondFactors.issueRecoveryCodes({ org, user: viewer.uid }) });
  },
});

/** Removes one's own app, where the organisation does not ask for one. */
export const removeApp = personalCommand({
  name: 'identity.remove-app',
  input: z.object({ currentPassword: password }),
  permission: 'signed-in',
  async run({ currentPassword }, context) {
    const { ports, org, viewer } = context;
    const wrong = await checkPassword(context, currentPassword);
    if (wrong) return wrong;
    const user = viewer.uid;
    const authenticator = await enrolledApp(context, user);
    if (authenticator === null) return ok(null);
    const required = needsFactor(viewer.settings, user);
    const target = { stream: streams.user(user), evolution: userEvolution };
    const removed = await change(context, target, (state, { principal, now }) => ({
      decision: removeAuthenticator({ principal, now, authenticator, required }, state),
      answer: null,
    }));
    if (removed.ok) await ports.identity.secondFactors.forget({ org, user, keep: null });
    return removed;
  },
});

/** The first session of a person who must have a factor, and its recovery codes. */
export type EnrolledSignIn = SignedIn & Issued;

const enrolInput = z.object({ challenge: z.string().max(200), code: typedCode });

const principalOfAccount = (account: Account): Principal => ({
  kind: 'user',
  uid: account.user,
  name: fullName(account),
  role: account.role,
  status: account.status,
});

/** Sets up an app before the first session, where the organisation asks for one: the second step of the sign-in. */
export function enrolAtSignIn(agent: string | null): Command<typeof enrolInput, EnrolledSignIn> {
  return {
    name: 'identity.enrol-at-sign-in',
    input: enrolInput,
    permission: 'anyone',
    async run({ challenge, code }, visitor) {
      const account = await challengedAccount(visitor, challenge);
      if (!account) return refuse('second_factor_expired');
      const { org, user } = account;
      const context = { ...visitor, org, actor: actorOfAccount(account, addressOf(visitor), null) };
      // Enrolled in another window meanwhile: then its code is asked for.
      if ((await enrolledApp(context, user)) !== null) return refuse('second_factor_expired');
      const { uid } = await pendingApp(context, user);
      const { secondFactors } = visitor.ports.identity;
      const method = await answerChallenge(context, { challenge, account }, async () =>
        (await secondFactors.useCode({ org, user, uid }, { code, now: visitor.now })) ? 'password_and_code' : null,
      );
      if (!method.ok) return method;
      const enrolled = await enrol(context, { user, uid, principal: principalOfAccount(account) });
      if (!enrolled.ok) return enrolled;
      const begun = await beginSession(visitor, account, { door: 'screen', agent, method: method.value });
      return begun.ok ? ok({ ...begun.value, ...enrolled.value }) : begun;
    },
  };
}
