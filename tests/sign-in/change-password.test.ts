import { describe, expect, it } from 'vitest';
import { changePassword } from '#app/sign-in/commands/change-password.ts';
import { checkPassword } from '#app/sign-in/commands/check-password.ts';
import { resetPassword } from '#app/sign-in/commands/reset-password.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { organisation } from '#tests/support/organisation.ts';
import { nobodysAddress } from '#tests/support/anonymous.ts';
import { codeFor, recordedOn, shown, visit } from '#tests/support/visiting.ts';

const newPassword = 'quarry-lattice-77-moss';
const door = signIn('screen', 'vitest');
const reset = resetPassword('screen', 'vitest');
const typesOn = async (...about: Parameters<typeof recordedOn>) => (await recordedOn(...about)).map(({ type }) => type);

describe('resetting a password', () => {
  it('[P11-300c] signs in, ends every other session and lifts a lock', async () => {
    const { services, world, author } = await organisation();
    const before = await visit(services, door, author);
    for (let count = 0; count < 5; count++) await visit(services, door, { ...author, password: 'not-it' });
    expect(shown(await visit(services, door, author)).status).toBe(429);
    const code = await codeFor(services, author, 'reset');
    const entered = await visit(services, reset, { email: author.email, code, newPassword });
    expect(entered).toMatchObject({ ok: true });
    if (!before.ok || !entered.ok) throw new Error('not signed in');
    const now = services.now();
    expect(await services.identity.sessions.validate(before.value.token, { now, address: null })).toBeNull();
    expect(await services.identity.sessions.validate(entered.value.token, { now, address: null })).not.toBeNull();
    expect(await visit(services, door, { email: author.email, password: newPassword })).toMatchObject({ ok: true });
    const stream = await recordedOn(services, world.org, `user-${author.uid}`);
    expect(stream.at(-1)).toMatchObject({ type: 'PasswordSet', data: { how: 'reset' } });
    const access = await recordedOn(services, world.org, `access-${author.uid}`);
    expect(access).toContainEqual(
      expect.objectContaining({
        type: 'SessionsEnded',
        data: {
          user: author.uid,
          because: 'password_changed',
          count: 1,
          sessions: [expect.any(String)],
          reason: null,
        },
      }),
    );
  });

  it('refuses a wrong code, another purpose’s code and a weak password in the specification’s words', async () => {
    const { services, author } = await organisation();
    const code = await codeFor(services, author, 'reset');
    const values = { email: author.email, code, newPassword };
    expect(shown(await visit(services, reset, { ...values, code: 'AAAA-BBBB' }))).toMatchObject({
      status: 401,
      title: 'Invalid verification code provided.',
    });
    expect(shown(await visit(services, reset, { ...values, newPassword: 'aaaaaaaaaaaa' }))).toMatchObject({
      status: 422,
      title: 'Choose a stronger password',
    });
    expect(shown(await visit(services, reset, { ...values, email: nobodysAddress() })).status).toBe(401);
  });

  it('[P11-300b1] refuses the present password, even an expired one, and does not use up the code', async () => {
    const { services, author } = await organisation();
    const values = { email: author.email, code: await codeFor(services, author, 'reset') };
    expect(shown(await visit(services, reset, { ...values, newPassword: author.password }))).toMatchObject({
      status: 422,
      title: 'Your new password cannot match your previous password.',
    });
    // A double click, or a second try after a lost answer, sets what is set by then.
    for (const _ of [1, 2])
      expect(await visit(services, reset, { ...values, newPassword })).toMatchObject({ ok: true });
  });

  it('records each password that one form sets, the same code twice as one [P11-10e]', async () => {
    const { services, world, author } = await organisation();
    const form = { commandId: services.newId() };
    const passwords = [newPassword, 'harbour-candle-31-fern'];
    for (const next of passwords) {
      const values = { email: author.email, code: await codeFor(services, author, 'reset'), newPassword: next };
      for (const _ of [1, 2]) expect(await visit(services, reset, values, form)).toMatchObject({ ok: true });
    }
    const changes = await recordedOn(services, world.org, `user-${author.uid}`);
    expect(changes.filter(({ data }) => data.how === 'reset')).toHaveLength(passwords.length);
  });
});

describe('changing one’s password', () => {
  it('refuses a wrong current one, the same one and a weak one, and ends the other sessions', async () => {
    const { services, world, author } = await organisation();
    const otherSession = await visit(services, door, author);
    const values = { currentPassword: author.password, newPassword };
    const attempt = (input: typeof values) => world.attempt(author, changePassword, input);
    expect(shown(await attempt({ ...values, currentPassword: 'not-it' }))).toMatchObject({
      title: 'Your current password has not been entered correctly.',
    });
    expect(shown(await attempt({ ...values, newPassword: author.password }))).toMatchObject({
      title: 'Your new password cannot match your previous password.',
    });
    expect(shown(await attempt({ ...values, newPassword: 'password12' }))).toMatchObject({
      title: 'Choose a stronger password',
    });
    // The same signs written in another way sign in as before: it would be no other password.
    const inFullWidth = author.password.replace('a', '\uff41');
    expect(shown(await attempt({ ...values, newPassword: inFullWidth })).title).toMatch(/cannot match your previous/);
    expect(await attempt(values)).toMatchObject({ ok: true });
    if (!otherSession.ok) throw new Error('not signed in');
    const seen = { now: services.now(), address: null };
    expect(await services.identity.sessions.validate(otherSession.value.token, seen)).toBeNull();
    expect(await visit(services, door, { email: author.email, password: newPassword })).toMatchObject({ ok: true });
  });

  it('records each wrong one, the lock and attempts during it, but nothing unchecked [P11-300d2]', async () => {
    const { services, world, author } = await organisation();
    const values = { currentPassword: 'not-it', newPassword };
    const attempt = () => world.attempt(author, changePassword, values);
    const { identity } = services;
    const checkCredential = identity.checkCredential;
    const failure = { code: 'too_many_requests' } as const;
    const limited = {
      kind: 'refused',
      reason: 'address_limited',
      failure,
      account: null,
      lock: null,
    } as const;
    Object.assign(identity, { checkCredential: () => Promise.resolve(limited) });
    expect(await attempt()).toMatchObject({ failure });
    Object.assign(identity, { checkCredential });
    for (let failed = 1; failed <= 6; failed++) await attempt();
    const recorded = await recordedOn(services, world.org, `access-${author.uid}`);
    expect(
      recorded.map(({ type, data: { reason } }) => (typeof reason === 'string' ? `${type} ${reason}` : type)),
    ).toEqual([...Array<string>(5).fill('SignInFailed wrong_password'), 'UserLockedOut', 'SignInFailed locked']);
  });

  it('records another’s email at a check as such, and the lock to which it counted [P11-300d2]', async () => {
    const { services, world, author, other } = await organisation();
    const attempt = (email: string) => world.attempt(author, checkPassword, { email, password: 'not-it' });
    expect(shown(await attempt(other.email))).toMatchObject({
      title: 'The entered email address does not match your user profile.',
    });
    for (let failed = 2; failed <= 4; failed++) await attempt(author.email);
    expect(shown(await attempt(other.email)).status).toBe(429);
    await attempt(other.email);
    const recorded = await recordedOn(services, world.org, `access-${author.uid}`);
    expect(
      recorded.map(({ type, data: { reason } }) => (typeof reason === 'string' ? `${type} ${reason}` : type)),
    ).toEqual([
      'SignInFailed wrong_email',
      ...Array<string>(3).fill('SignInFailed wrong_password'),
      'SignInFailed wrong_email',
      'UserLockedOut',
      'SignInFailed locked',
    ]);
  });

  it('records each change that one form makes, twice the same as one [P11-10e]', async () => {
    const { services, world, author } = await organisation();
    const form = services.newId();
    const change = (currentPassword: string, next: string) =>
      world.attempt(author, changePassword, { currentPassword, newPassword: next }, form);
    const twice = await Promise.all([1, 2].map(() => change(author.password, newPassword)));
    expect(twice).toContainEqual(expect.objectContaining({ ok: true }));
    // And once more, where both answers were lost.
    expect(await change(author.password, newPassword)).toMatchObject({ ok: true });
    expect(shown(await change(author.password, 'harbour-candle-31-fern')).status).toBe(401);
    expect(await typesOn(services, world.org, `access-${author.uid}`)).toEqual(['SignInFailed']);
    expect(await change(newPassword, 'harbour-candle-31-fern')).toMatchObject({ ok: true });
    const changes = await recordedOn(services, world.org, `user-${author.uid}`);
    expect(changes.filter(({ data }) => data.how === 'changed')).toHaveLength(2);
  });
});
