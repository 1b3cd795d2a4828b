import { generateSync } from 'otplib';
import { changePassword } from '#app/sign-in/commands/change-password.ts';
import { checkPassword } from '#app/sign-in/commands/check-password.ts';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { confirmEmail } from '#app/sign-in/commands/confirm-email.ts';
import {
  enrolApp,
  enrolAtSignIn,
  pendingApp,
  removeApp,
  renewRecoveryCodes,
} from '#app/sign-in/commands/authenticator-app.ts';
import { askForNewPasskey, enrolPasskey } from '#app/sign-in/commands/passkey/enrol.ts';
import { removePasskey } from '#app/sign-in/commands/passkey/remove.ts';
import { reportFailedAttempt } from '#app/sign-in/commands/report-failure.ts';
import { requestCode, requestReset } from '#app/sign-in/commands/request-code.ts';
import { resetPassword } from '#app/sign-in/commands/reset-password.ts';
import { completeSignIn } from '#app/sign-in/commands/second-factor.ts';
import {
  acknowledgeOwn,
  endOwnSession,
  signOut,
  signOutEverywhere,
  signOutOwn,
} from '#app/sign-in/commands/sessions.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import type { CodePurpose } from '#app/sign-in/adapters/codes.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays } from '#tests/support/organisation.ts';
import { softwarePasskey } from '#tests/support/passkey/software-passkey.ts';
import { active, asDoer, attempt, doer, pick, today, type Stage } from '../stage.ts';
import type { Act } from './act.ts';
import { codeOf } from './reviews.ts';

const visitor = { label: 'a visitor', person: null, program: null };

/** Each visitor comes from an address of their own: one address may not try as often as the walk does. */
const from = (stage: Stage) => ({ address: `2001:db8::${stage.number()}` });

/** Whose account it is, by the choice. */
const someone = (stage: Stage, which: number): Person => today(stage, pick(active(stage), which) ?? stage.people[0]!);

const inOrganisation = ({ models, people }: Stage, status: string): Person[] =>
  people.filter(({ uid }) => models.people.some((one) => one.uid === uid && one.status === status));

/** A code as the email would bring it. */
async function mailedCode(stage: Stage, user: string, purpose: CodePurpose): Promise<string> {
  const { services, world } = stage.organisation;
  const issuedAt = new Date(Date.parse(services.now()) + 60_000).toISOString();
  const key = `walk ${services.newId()}`;
  const code = await services.identity.codes.issue({
    org: world.org,
    user,
    purpose,
    key,
    issuedAt,
    expiresAt: inDays(1),
  });
  stage.secrets.add(code);
  return code;
}

function setPassword(stage: Stage, uid: string, password: string): void {
  stage.secrets.add(password);
  const person = stage.people.find((one) => one.uid === uid);
  if (person) person.password = password;
}

const newPassword = (stage: Stage): string => `meadow-${stage.number()}-copper-kettle-41`;

/** Signs in as somebody; answers the token, or the challenge of the second factor. */
async function visit(stage: Stage, person: Person, password = person.password) {
  const input = { email: person.email, password };
  const answer = await attempt(stage, visitor, signIn('call', null), input, from(stage));
  if (answer.ok) {
    stage.secrets.add(answer.value.token);
    return { token: answer.value.token, challenge: null };
  }
  const sent = answer.failure.facts?.challenge;
  return { token: null, challenge: typeof sent === 'string' ? sent : null };
}

/** The ways in: what a visitor and a person do with their own account; each act is named by its command. */
export const identityActs: Record<string, Act> = {
  async 'identity.sign-in'(stage, { which, how }) {
    const person = someone(stage, which);
    // Wrong ones until the account is locked.
    if (how % 9 === 5) for (let tries = 0; tries < 5; tries++) await visit(stage, person, 'not-this-one-at-all-88');
    else await visit(stage, person);
  },

  async 'identity.complete-sign-in'(stage, { which }) {
    const person = pick(
      active(stage).filter(({ uid }) => stage.apps.has(uid)),
      which,
    );
    if (!person) return;
    const { challenge } = await visit(stage, today(stage, person));
    const input = { challenge, code: codeOf(stage, person) };
    if (challenge) await attempt(stage, visitor, completeSignIn('call', null), input, from(stage));
  },

  async 'identity.enrol-at-sign-in'(stage, { which }) {
    const { services, world } = stage.organisation;
    const person = someone(stage, which);
    if ((stage.models.settings.secondFactor ?? 'off') === 'off' || stage.apps.has(person.uid)) return;
    const { challenge } = await visit(stage, person);
    if (!challenge) return;
    const { secret } = await pendingApp({ ports: services, now: services.now(), org: world.org }, person.uid);
    stage.secrets.add(secret);
    const enrolled = await attempt(
      stage,
      visitor,
      enrolAtSignIn(null),
      { challenge, code: shown(secret) },
      from(stage),
    );
    if (enrolled.ok) stage.apps.set(person.uid, { secret, steps: 0 });
  },

  async 'identity.enrol-app'(stage, { which, how }) {
    const { services, world } = stage.organisation;
    const person = someone(stage, which);
    if (how % 2 || stage.apps.has(person.uid)) return;
    const { secret } = await pendingApp({ ports: services, now: services.now(), org: world.org }, person.uid);
    stage.secrets.add(secret);
    const input = { currentPassword: person.password, code: shown(secret) };
    const enrolled = await attempt(stage, asDoer(person), enrolApp, input, from(stage));
    if (!enrolled.ok) return;
    stage.apps.set(person.uid, { secret, steps: 0 });
    for (const code of enrolled.value.codes ?? []) stage.secrets.add(code);
  },

  async 'identity.remove-app'(stage, { which, who }) {
    const person = pick(
      active(stage).filter(({ uid }) => stage.apps.has(uid)),
      which,
    );
    if (!person) return;
    const by = doer(stage, who, [person]);
    const input = { currentPassword: person.password };
    const removed = await attempt(stage, by, removeApp, input, from(stage));
    if (removed.ok && by.person) stage.apps.delete(by.person.uid);
  },

  async 'identity.renew-recovery-codes'(stage, { which, who }) {
    const person = someone(stage, which);
    const by = doer(stage, who, [person]);
    const renewed = await attempt(stage, by, renewRecoveryCodes, { currentPassword: person.password }, from(stage));
    if (renewed.ok) for (const code of renewed.value.codes ?? []) stage.secrets.add(code);
  },

  async 'passkey.enrol'(stage, { which, how }) {
    const person = someone(stage, which);
    if (how % 2 || stage.passkeys.has(person.uid)) return;
    const by = asDoer(person);
    const passkey = softwarePasskey(stage.organisation.services.config.publicUrl);
    const asked = await attempt(stage, by, askForNewPasskey, { password: person.password }, from(stage));
    if (!asked.ok) return;
    const input = { name: 'Laptop', passkey: JSON.stringify(passkey.register(asked.value.challenge)) };
    const enrolled = await attempt(stage, by, enrolPasskey, input, from(stage));
    if (enrolled.ok) stage.passkeys.set(person.uid, passkey);
  },

  async 'passkey.remove'(stage, { which, who, how }) {
    const one = pick(
      stage.models.authenticators.filter(({ kind, revoked_at: at }) => kind === 'passkey' && at === null),
      which,
    );
    const owner = stage.people.filter(({ uid }) => uid === one?.user_uid);
    if (!one || how % 2) return;
    const input = { authenticator: one.uid, reason: 'Another laptop.' };
    const removed = await attempt(stage, doer(stage, who, owner), removePasskey, input);
    if (removed.ok) stage.passkeys.delete(one.user_uid);
  },

  async 'identity.check-password'(stage, { which, who }) {
    const { email, password, ...person } = someone(stage, which);
    const by = doer(stage, who, [{ ...person, email, password }]);
    await attempt(stage, by, checkPassword, { email, password }, from(stage));
  },

  async 'identity.change-password'(stage, { which, who }) {
    const person = someone(stage, which);
    const by = doer(stage, who, [person]);
    const input = { currentPassword: person.password, newPassword: newPassword(stage) };
    const changed = await attempt(stage, by, changePassword, input, from(stage));
    if (changed.ok && by.person) setPassword(stage, by.person.uid, input.newPassword);
  },

  async 'identity.request-code'(stage, { which }) {
    const person = pick(inOrganisation(stage, 'INVITED'), which);
    if (!person) return;
    await attempt(stage, visitor, requestCode(null), { email: today(stage, person).email }, from(stage));
  },

  async 'identity.request-reset'(stage, { which }) {
    await attempt(stage, visitor, requestReset(null), { email: someone(stage, which).email }, from(stage));
  },

  async 'identity.reset-password'(stage, { which, how }) {
    const person = someone(stage, which);
    const code = how % 4 === 3 ? 'ABCD2345' : await mailedCode(stage, person.uid, 'reset');
    const input = { email: person.email, code, newPassword: newPassword(stage) };
    const command = resetPassword('screen', null);
    const reset = await attempt(stage, visitor, command, input, from(stage));
    if (reset.ok) stage.secrets.add(reset.value.token);
    // Where a second factor or an admin's unlocking is missing, the password is the new one all the same.
    const asked = ['second_factor_required', 'second_factor_missing', 'account_locked_until_unlocked'];
    if (reset.ok || asked.includes(reset.failure.code)) setPassword(stage, person.uid, input.newPassword);
  },

  async 'identity.confirm'(stage, { which, how }) {
    const person = pick(inOrganisation(stage, 'INVITED'), which);
    if (!person) return;
    const purpose = stage.facts.person(person.uid)?.wasActive ? 'reconfirm' : 'confirm';
    const code = how % 5 === 4 ? 'ABCD2345' : await mailedCode(stage, person.uid, purpose);
    const input = { email: today(stage, person).email, code, newPassword: newPassword(stage) };
    const confirmed = await attempt(stage, visitor, confirmAccount, input, from(stage));
    if (confirmed.ok) setPassword(stage, person.uid, input.newPassword);
  },

  async 'identity.confirm-email'(stage, { which, how }) {
    const changing = pick(
      stage.models.people.filter(({ pending_email: email }) => email !== null),
      which,
    );
    if (!changing) return;
    const code = how % 5 === 4 ? 'ABCD2345' : await mailedCode(stage, changing.uid, 'change-email');
    await attempt(stage, visitor, confirmEmail, { email: changing.pending_email, code }, from(stage));
  },

  async 'identity.report-failed-attempt'(stage, { which }) {
    await attempt(stage, visitor, reportFailedAttempt, { email: someone(stage, which).email }, from(stage));
  },

  async 'identity.sign-out'(stage, { which }) {
    const person = someone(stage, which);
    const { token } = await visit(stage, person);
    if (token) await attempt(stage, asDoer(person), signOut, { token });
  },

  async 'identity.sign-out-own'(stage, { which, who }) {
    const person = someone(stage, which);
    const { token } = await visit(stage, person);
    if (token) await attempt(stage, doer(stage, who, [person]), signOutOwn, { user: person.uid, token });
  },

  async 'identity.sign-out-everywhere'(stage, { which, who }) {
    const person = someone(stage, which);
    await visit(stage, person);
    await attempt(stage, doer(stage, who, [person]), signOutEverywhere, {});
  },

  async 'identity.end-own-session'(stage, { which, who }) {
    const person = someone(stage, which);
    await visit(stage, person);
    const signedIn = stage.events.findLast(({ type }) => type === 'UserSignedIn');
    const session = signedIn?.type === 'UserSignedIn' ? signedIn.data.session : '0'.repeat(64);
    await attempt(stage, doer(stage, who, [person]), endOwnSession, { session });
  },

  async 'identity.acknowledge-own'(stage, { which, who }) {
    const person = someone(stage, which);
    await attempt(stage, doer(stage, who, [person]), acknowledgeOwn, { user: person.uid });
  },
};

/** What an app shows at this moment. */
const shown = (secret: string): string => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
