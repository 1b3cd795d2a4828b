import { describe, expect, it } from 'vitest';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { requestCode, requestReset } from '#app/sign-in/commands/request-code.ts';
import { signOutEverywhere } from '#app/sign-in/commands/sessions.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { reactivateUser } from '#app/people/commands/activation.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { organisation, somebody } from '#tests/support/organisation.ts';
import { nobodysAddress } from '#tests/support/anonymous.ts';
import { testServices } from '#tests/support/services.ts';
import { codeFor, recordedOn, shown, visit } from '#tests/support/visiting.ts';

const newPassword = 'quarry-lattice-77-moss';
const minute = 60_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const door = signIn('screen', 'vitest');
const typesOn = async (...about: Parameters<typeof recordedOn>) => (await recordedOn(...about)).map(({ type }) => type);

describe('signing in', () => {
  it('answers a wrong password and an unknown address in the same words, locks after five [P11-300d1]', async () => {
    const { services, world, author } = await organisation();
    const wrong = { email: author.email, password: 'not-it' };
    const unknown = { email: nobodysAddress(), password: 'not-it' };
    const words = { status: 401, title: 'Your email and password do not match our records.' };
    for (let count = 0; count < 4; count++) expect(shown(await visit(services, door, wrong))).toMatchObject(words);
    expect(shown(await visit(services, door, unknown))).toMatchObject(words);
    const exceeded = { status: 429, title: 'You have exceeded your allowed password attempts.' };
    expect(shown(await visit(services, door, wrong))).toMatchObject(exceeded);
    expect(shown(await visit(services, door, { ...wrong, password: author.password }))).toMatchObject(exceeded);
    const access = await typesOn(services, world.org, `access-${author.uid}`);
    expect(access.filter((type) => type === 'SignInFailed')).toHaveLength(6);
    expect(access.filter((type) => type === 'UserLockedOut')).toHaveLength(1);
    services.clock.now = later(16 * minute);
    expect(await visit(services, door, { ...wrong, password: author.password })).toMatchObject({ ok: true });
  });

  it('begins no session where the password was changed while it was being checked', async () => {
    const { services, world, author } = await organisation();
    const { identity } = services;
    const change = { org: world.org, user: author.uid, password: newPassword, now: later(1000), keep: null };
    const slow: typeof identity.checkCredential = async (credential) => {
      const outcome = await identity.checkCredential(credential);
      await identity.accounts.changePassword(change);
      return outcome;
    };
    const racing = { ...services, identity: { ...identity, checkCredential: slow } };
    expect(shown(await visit(racing, door, author))).toMatchObject({ status: 401 });
    expect(await identity.sessions.list({ org: world.org, user: author.uid, now: services.now() })).toEqual([]);
    expect(await typesOn(services, world.org, `access-${author.uid}`)).toEqual(['SignInFailed']);
    expect(await visit(services, door, { ...author, password: newPassword })).toMatchObject({ ok: true });
  });

  it('takes any case of the address and records the sign-in without its secret [P11-10e]', async () => {
    const { services, world, author } = await organisation();
    const entered = await visit(services, door, {
      email: ` ${author.email.toUpperCase()} `,
      password: author.password,
    });
    expect(entered).toMatchObject({ ok: true, value: { account: { user: author.uid } } });
    const [event] = await recordedOn(services, world.org, `access-${author.uid}`);
    expect(event).toMatchObject({ type: 'UserSignedIn', actor: { kind: 'user', address: '192.0.2.7' } });
    if (entered.ok) expect(JSON.stringify(event)).not.toContain(entered.value.token);
  });

  it('refuses a password that is older than the policy, and records it [P11-300b1]', async () => {
    const { services, world, author } = await organisation();
    services.clock.now = later(91 * 24 * 60 * minute);
    const refused = shown(await visit(services, door, author));
    expect(refused).toMatchObject({ status: 403, title: 'Your password has expired and must be changed.' });
    expect(await recordedOn(services, world.org, `access-${author.uid}`)).toMatchObject([
      { type: 'SignInFailed', data: { reason: 'password_expired' } },
    ]);
  });
});

describe('two servers on one database', () => {
  it('share locks and sessions', async () => {
    const { db, services, world, admin, author } = await organisation();
    const other = await testServices({ db });
    const wrong = { email: author.email, password: 'not-it' };
    for (const place of [services, other, services, other]) {
      expect(shown(await visit(place, door, wrong)).status).toBe(401);
    }
    expect(shown(await visit(other, door, wrong)).status).toBe(429);
    expect(shown(await visit(services, door, author)).status).toBe(429);

    const entered = await visit(services, door, admin);
    if (!entered.ok) throw new Error('not signed in');
    const seen = { now: services.now(), address: null };
    expect(await other.identity.sessions.validate(entered.value.token, seen)).not.toBeNull();
    await world.act(admin, signOutEverywhere, {});
    expect(await other.identity.sessions.validate(entered.value.token, seen)).toBeNull();
  });

  it('let five of many guesses at the same moment through, and no more', async () => {
    const { db, services, author } = await organisation();
    const other = await testServices({ db });
    const guesses = Array.from({ length: 12 }, (_, i) =>
      visit(i % 2 ? services : other, door, { email: author.email, password: `guess-${i}` }),
    );
    const answers = (await Promise.all(guesses)).map((answer) => shown(answer).status);
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(7);
  });
});

describe('confirming an account', () => {
  const invited = async () => {
    const place = await organisation();
    const person = await place.world.invite(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality']);
    return { ...place, person, code: await codeFor(place.services, person, 'confirm') };
  };

  it('answers 401, 406 and then lets in; a second time it is 410', async () => {
    const { services, world, person, code } = await invited();
    const values = { email: person.email, code, newPassword };
    expect(shown(await visit(services, confirmAccount, { ...values, code: 'AAAA-BBBB' }))).toMatchObject({
      status: 401,
      title: 'Invalid verification code provided.',
    });
    expect(shown(await visit(services, confirmAccount, { ...values, newPassword: 'short' }))).toMatchObject({
      status: 406,
      title: 'Password was not accepted.',
    });
    expect(await visit(services, confirmAccount, values)).toMatchObject({ ok: true, value: { again: false } });
    expect(shown(await visit(services, confirmAccount, values))).toMatchObject({
      status: 410,
      title: 'User is already confirmed.',
    });
    expect(await typesOn(services, world.org, `user-${person.uid}`)).toEqual([
      'UserInvited',
      'UserConfirmed',
      'PasswordSet',
    ]);
    expect(await visit(services, door, { email: person.email, password: newPassword })).toMatchObject({ ok: true });
  });

  it('answers 403 a day later', async () => {
    const { services, person, code } = await invited();
    services.clock.now = later(24 * 60 * minute + minute);
    expect(shown(await visit(services, confirmAccount, { email: person.email, code, newPassword }))).toMatchObject({
      status: 403,
      title: 'Verification code has expired. Please request a new code.',
    });
  });

  it('confirms once where the same form arrives twice at once', async () => {
    const { services, world, person, code } = await invited();
    const values = { email: person.email, code, newPassword };
    const both = await Promise.all([visit(services, confirmAccount, values), visit(services, confirmAccount, values)]);
    expect(both.some(({ ok }) => ok)).toBe(true);
    const types = await typesOn(services, world.org, `user-${person.uid}`);
    expect(types.filter((type) => type === 'UserConfirmed')).toHaveLength(1);
  });

  it('records the second confirmation of one person with the same form, too [P11-10e]', async () => {
    const { services, world, admin, person, code } = await invited();
    const form = { commandId: services.newId() };
    await visit(services, confirmAccount, { email: person.email, code, newPassword }, form);
    await world.act(admin, deactivateUser, { user: person.uid });
    await world.act(admin, reactivateUser, { user: person.uid });
    const values = { email: person.email, code: await codeFor(services, person, 'reconfirm'), newPassword };
    expect(await visit(services, confirmAccount, values, form)).toMatchObject({ ok: true, value: { again: true } });
    expect(await visit(services, door, { email: person.email, password: newPassword })).toMatchObject({ ok: true });
  });
});

describe('requesting a code', () => {
  it('sends an invited person another one, and makes the first void', async () => {
    const { services, world } = await organisation();
    const person = await world.invite(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality']);
    const first = await codeFor(services, person, 'confirm');
    services.clock.now = later(minute);
    expect(await visit(services, requestCode(null), { email: person.email })).toMatchObject({ ok: true });
    expect(await recordedOn(services, world.org, `user-${person.uid}`)).toMatchObject([
      { type: 'UserInvited' },
      { type: 'VerificationCodeIssued', data: { purpose: 'confirm' } },
    ]);
    await codeFor(services, person, 'confirm');
    const values = { email: person.email, code: first, newPassword };
    expect(shown(await visit(services, confirmAccount, values)).status).toBe(401);
  });

  it('is refused in the same words for everybody else', async () => {
    const { services, author } = await organisation();
    const words = { status: 422, title: 'Unable to request a code for this email.' };
    expect(shown(await visit(services, requestCode(null), { email: author.email }))).toMatchObject(words);
    expect(shown(await visit(services, requestCode(null), { email: nobodysAddress() }))).toMatchObject(words);
  });

  it('answers a password reset alike for unknown and deactivated people, at most five times an hour', async () => {
    const { services, world, admin, author, employee } = await organisation();
    await world.act(admin, deactivateUser, { user: employee.uid });
    for (const email of [author.email, `nobody-${author.email}`, employee.email]) {
      for (let count = 0; count < 5; count++) {
        expect(await visit(services, requestReset(null), { email })).toEqual({ ok: true, value: null });
      }
      expect(shown(await visit(services, requestReset(null), { email })).status).toBe(429);
    }
    const types = await typesOn(services, world.org, `user-${author.uid}`);
    expect(types.filter((type) => type === 'VerificationCodeIssued')).toHaveLength(5);
  });

  it('sends a confirmation code if a password that was never set is reset', async () => {
    const { services, world } = await organisation();
    const person = await world.invite(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality']);
    expect(await visit(services, requestReset(null), { email: person.email })).toMatchObject({ ok: true });
    const events = await recordedOn(services, world.org, `user-${person.uid}`);
    expect(events.at(-1)).toMatchObject({ type: 'VerificationCodeIssued', data: { purpose: 'confirm' } });
  });
});
