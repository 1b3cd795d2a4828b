import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '#app/sign-in/adapters/identity.ts';
import { shownCode, type CheckedCode, type CodePurpose } from '#app/sign-in/adapters/codes.ts';
import { wrongCodes } from '#app/sign-in/adapters/code-tries.ts';
import type { UserStatus } from '#events/user/events.ts';
import { testDatabase, type TestDatabase } from '#tests/support/database.ts';
import { givenOrganisation, givenPerson, minutes, type Person } from '#tests/support/given-people.ts';

const now = '2026-03-12T14:05:00.000Z';
const expiresAt = minutes(now, 24 * 60);
const password = 'grey heron on the weir';

let db: TestDatabase;
let identity: Identity;
let org: string;

beforeAll(async () => {
  db = await testDatabase();
  identity = createIdentity({ database: db.database, secretKey: 'k'.repeat(32), cookieSecure: true });
  org = await givenOrganisation(db);
});

const invitee = (status: UserStatus = 'INVITED') => givenPerson(db, org, { status });
const issue = ({ user }: Person, purpose: CodePurpose = 'confirm', key: string = randomUUID(), issuedAt = now) =>
  identity.codes.issue({ org, user, purpose, key, issuedAt, expiresAt: minutes(issuedAt, 24 * 60) });
const check = ({ email }: Person, code: string, at = now, purposes: CodePurpose[] = ['confirm']) =>
  identity.codes.check({ email, code, purposes, now: at });
const refusal = async (answer: ReturnType<typeof check>) => {
  const result = await answer;
  return result.ok ? 'accepted' : result.failure.code;
};
const redeemed = async (who: Person, code: string, chosen = password, purposes?: CodePurpose[]) => {
  const checked = await check(who, code, now, purposes);
  if (!checked.ok) return checked.failure.code;
  const result = await identity.codes.redeem({ checked: checked.value, password: chosen, now });
  return result.ok ? 'redeemed' : result.failure.code;
};

describe('a code', () => {
  test('has eight unambiguous characters and is stored only as a keyed hash', async () => {
    const who = await invitee();
    const code = await issue(who);
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    const { rows } = await db.owner.query<{ whole: string }>(
      'select c::text as whole from identity.code c where user_uid = $1',
      [who.user],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.whole).not.toContain(code);
    expect(rows[0]?.whole).not.toContain(Buffer.from(code).toString('hex'));
  });

  test('accepts a code typed in lower case, with spaces and dashes', async () => {
    const who = await invitee();
    const code = await issue(who);
    expect(await refusal(check(who, ` ${shownCode(code).toLowerCase()} `))).toBe('accepted');
  });

  test('issues the same code when an email is sent again, also by another process', async () => {
    const who = await invitee();
    const other = createIdentity({ database: db.database, secretKey: 'k'.repeat(32), cookieSecure: true });
    const key = randomUUID();
    const codes = await Promise.all([issue(who, 'confirm', key), issue(who, 'confirm', key)]);
    const again = await other.codes.issue({ org, user: who.user, purpose: 'confirm', key, issuedAt: now, expiresAt });
    expect(new Set([...codes, again]).size).toBe(1);
  });

  test('refuses a code after 24 hours with 403', async () => {
    const who = await invitee();
    const code = await issue(who);
    expect(await refusal(check(who, code, minutes(now, 24 * 60 - 1)))).toBe('accepted');
    expect(await refusal(check(who, code, expiresAt))).toBe('code_expired');
  });

  test('replaces a code by a later one, also when the earlier email arrives late', async () => {
    const who = await invitee();
    const first = await issue(who, 'confirm', 'first' + who.user);
    const second = await issue(who, 'confirm', 'second' + who.user, minutes(now, 5));
    await issue(who, 'confirm', 'first' + who.user);
    expect(await refusal(check(who, first, minutes(now, 6)))).toBe('code_wrong');
    expect(await refusal(check(who, second, minutes(now, 6)))).toBe('accepted');
  });

  test('stays valid for its owner after wrong tries; the address that sent them has to wait', async () => {
    const who = await invitee();
    const code = await issue(who);
    const from = (address: string, typed: string) =>
      refusal(identity.codeTries.check(address, () => check(who, typed)));
    const guesses = await Promise.all(Array.from({ length: 26 }, () => from('192.0.2.66', 'WRONGXXX')));
    expect(guesses.filter((answer) => answer === 'code_wrong')).toHaveLength(wrongCodes.points);
    expect(guesses.filter((answer) => answer === 'too_many_requests')).toHaveLength(6);
    expect(await from('192.0.2.66', code)).toBe('too_many_requests');
    for (let count = 0; count < 30; count++) expect(await from('192.0.2.7', code)).toBe('accepted');
  });

  test('tells who has an account only to those with a right code', async () => {
    const who = await invitee();
    const code = await issue(who);
    expect(await redeemed(who, code)).toBe('redeemed');
    await db.owner.query(`update read.user_account set status = 'ACTIVE' where uid = $1`, [who.user]);
    expect(await refusal(check(who, code))).toBe('already_confirmed');
    expect(await refusal(check(who, 'WRONGXXX'))).toBe('code_wrong');
    const never = await invitee('ACTIVE');
    expect(await refusal(check(never, code))).toBe('code_wrong');
  });

  test('binds a code to its purpose, person and installation', async () => {
    const who = await invitee();
    const code = await issue(who, 'reconfirm');
    expect(await refusal(check(who, code))).toBe('code_wrong');
    expect(await refusal(check(who, code, now, ['confirm', 'reconfirm']))).toBe('accepted');
    expect(await refusal(check(await invitee(), code, now, ['reconfirm']))).toBe('code_wrong');
    const other = createIdentity({ database: db.database, secretKey: 'z'.repeat(32), cookieSecure: true });
    const answer = await other.codes.check({ email: who.email, code, purposes: ['reconfirm'], now });
    expect(answer.ok).toBe(false);
  });

  test.each<[UserStatus, CodePurpose, string]>([
    ['ACTIVE', 'confirm', 'already_confirmed'],
    ['INACTIVE', 'confirm', 'code_wrong'],
    ['INVITED', 'reset', 'code_wrong'],
    ['ACTIVE', 'reset', 'accepted'],
  ])('of somebody %s, to %s: %s', async (status, purpose, expected) => {
    const who = await invitee(status);
    expect(await refusal(check(who, await issue(who, purpose), now, [purpose]))).toBe(expected);
  });

  test('refuses a code for an unknown address', async () => {
    expect(await refusal(check({ org, user: '', email: 'nobody@northmere.example' }, 'ABCDEFGH'))).toBe('code_wrong');
  });
});

describe('redeeming a code', () => {
  test('[P11-300c] sets the password, ends all sessions and lifts a lock', async () => {
    const who = await invitee('ACTIVE');
    const limits = { idleMinutes: 30, absoluteHours: 12 };
    await identity.sessions.create({ ...who, door: 'screen', now, address: null, agent: null, limits });
    const wrong = { email: who.email, password: 'no', purpose: 'sign-in', now, address: null } as const;
    for (let count = 0; count < 5; count++) await identity.checkCredential(wrong);
    expect(await identity.attempts.lockOf(who, now)).toEqual({ until: minutes(now, 15) });

    const checked = (await check(who, await issue(who, 'reset'), now, ['reset'])) as { ok: true; value: CheckedCode };
    expect(await identity.codes.redeem({ checked: checked.value, password, now })).toMatchObject({
      ok: true,
      value: { endedSessions: [{ because: 'password_changed', endedAt: now }], passwordSetAt: now },
    });
    expect(await identity.checkCredential({ ...wrong, password })).toMatchObject({ kind: 'accepted' });
  });

  test('accepts a repeated use with the same password and refuses another password', async () => {
    const who = await invitee();
    const code = await issue(who);
    expect(await redeemed(who, code)).toBe('redeemed');
    expect(await redeemed(who, code)).toBe('redeemed');
    expect(await redeemed(who, code, 'a different one entirely')).toBe('code_wrong');
  });

  test('limits password guesses with a used code to five, also at once', async () => {
    const who = await invitee('ACTIVE');
    const code = await issue(who, 'reset');
    expect(await redeemed(who, code, password, ['reset'])).toBe('redeemed');
    const guesses = Array.from({ length: 9 }, (_, index) => redeemed(who, code, `guess number ${index}`, ['reset']));
    const answers = await Promise.all(guesses);
    expect(answers.filter((answer) => answer === 'code_wrong')).toHaveLength(5);
    expect(await redeemed(who, code, password, ['reset'])).toBe('code_expired');
  });

  test('gives the account to one of two simultaneous uses', async () => {
    const who = await invitee();
    const code = await issue(who);
    const answers = await Promise.all(
      ['first of the two passwords', 'second of the two passwords'].map((p) => redeemed(who, code, p)),
    );
    expect(answers.sort()).toEqual(['code_wrong', 'redeemed']);
  });
});
