import { randomUUID } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#app/adapters/database/database.ts';
import { exchangedPasswords } from '#app/sign-in/adapters/exchanged-passwords.ts';
import { createPasswordBinding } from '#app/adapters/secrets/passwords.ts';
import type { CredentialPurpose } from '#app/sign-in/adapters/credential-check.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { createIdentity, type Identity } from '#app/sign-in/adapters/identity.ts';
import { testDatabase, type TestDatabase } from '#tests/support/database.ts';
import { givenOrganisation, givenPerson, minutes, type Person } from '#tests/support/given-people.ts';
import { nobodysAddress } from '#tests/support/anonymous.ts';

const now = '2026-03-12T14:05:00.000Z';
const password = 'grey heron on the weir';
const secretKey = 'k'.repeat(32);

let db: TestDatabase;
let secondPool: Database;
let identity: Identity;
let secondProcess: Identity;
let org: string;
let verified = 0;

beforeAll(async () => {
  db = await testDatabase();
  secondPool = createDatabase({ url: db.url, as: 'application' });
  const counted = {
    hash: argon2.hash,
    verify: (...args: Parameters<typeof argon2.verify>) => {
      verified++;
      return argon2.verify(...args);
    },
  };
  identity = createIdentity({ database: db.database, secretKey, cookieSecure: true, argon2: counted });
  secondProcess = createIdentity({ database: secondPool, secretKey, cookieSecure: true, argon2: counted });
  org = await givenOrganisation(db);
});
afterAll(() => secondPool.close());

async function member(about: Parameters<typeof givenPerson>[2] = {}, setAt = now, of = org): Promise<Person> {
  const person = await givenPerson(db, of, about);
  await identity.accounts.setPassword({ ...person, password, now: setAt });
  return person;
}
const attempt = (email: string, typed: string, at = now, purpose: CredentialPurpose = 'sign-in', by = identity) =>
  by.checkCredential({ email, password: typed, purpose, now: at, address: '192.0.2.7' });
const codeOf = async (answer: ReturnType<typeof attempt>) => {
  const outcome = await answer;
  return outcome.kind === 'accepted' ? 'accepted' : outcome.failure.code;
};

describe('the credential check', () => {
  test('answers who it was, how and when it was checked [P11-200a1]', async () => {
    const who = await member({ firstName: 'Ines', lastName: 'Okafor', role: 'ADMIN' });
    expect(await attempt(`  ${who.email.toUpperCase()} `, password)).toMatchObject({
      kind: 'accepted',
      account: { org, user: who.user, firstName: 'Ines', lastName: 'Okafor', role: 'ADMIN' },
      evidence: { method: 'email and password', checkedAt: now },
    });
  });

  test('never returns the password hash', async () => {
    const who = await member();
    expect(JSON.stringify([await attempt(who.email, password), await identity.accounts.find(who.email)])).not.toContain(
      'argon2',
    );
  });

  test('refuses a hash that the database took from another person, and reports it [P11-200c2] [P11-300a]', async () => {
    const exchanged: string[] = [];
    const onExchanged = ({ user }: { user: string }) => exchanged.push(user);
    const watched = createIdentity({ database: db.database, secretKey, cookieSecure: true, onExchanged });
    const [admin, insider] = [await member({ role: 'ADMIN' }), await member()];
    await db.owner.query(
      `update identity.credential c set password_hash = i.password_hash, password_mac = i.password_mac
       from identity.credential i where i.user_uid = $1 and c.user_uid = $2`,
      [insider.user, admin.user],
    );
    expect(await codeOf(attempt(admin.email, password, now, 'signature', watched))).toBe('credentials_wrong');
    expect(exchanged).toEqual([admin.user]);
    expect(await exchangedPasswords(db.owner, org, createPasswordBinding(secretKey))).toEqual([
      expect.stringContaining(admin.user),
    ]);
    await watched.accounts.setPassword({ org, user: admin.user, password, now });
    expect(await codeOf(attempt(admin.email, password))).toBe('accepted');
  });

  test('answers an unknown address with the same words and the same work', async () => {
    const known = await member();
    const cases = [
      [known.email, 'wrong'],
      [`${randomUUID()}@nowhere.example`, 'wrong'],
      [(await member({ status: 'INACTIVE' })).email, password],
      [(await givenPerson(db, org, { status: 'INVITED' })).email, password],
    ] as const;
    for (const [email, typed] of cases) {
      verified = 0;
      const outcome = await attempt(email, typed);
      expect(outcome).toMatchObject({ kind: 'refused', failure: { code: 'credentials_wrong' } });
      expect(outcome.kind === 'refused' && Object.keys(outcome.failure)).toEqual(['code']);
      expect(verified).toBe(1);
    }
  });

  test('returns the true reason for the ledger', async () => {
    expect(await attempt((await member({ status: 'INACTIVE' })).email, password)).toMatchObject({
      reason: 'not_active',
      account: { org },
      lock: null,
    });
    expect(await attempt(nobodysAddress(), 'x')).toMatchObject({ reason: 'unknown', account: null });
  });

  test('stops a sign-in with a password older than the policy, after 90 days, and lets it be changed', async () => {
    const who = await member({}, minutes(now, -90 * 24 * 60));
    expect(await codeOf(attempt(who.email, 'wrong'))).toBe('credentials_wrong');
    expect(await codeOf(attempt(who.email, password))).toBe('password_expired');
    expect(await attempt(who.email, password, now, 'change-password')).toMatchObject({
      kind: 'accepted',
      passwordExpired: true,
    });
    const fresh = await member({}, minutes(now, -90 * 24 * 60 + 1));
    expect(await codeOf(attempt(fresh.email, password))).toBe('accepted');
  });
});

describe('the lockout [P11-300d1] [A11-12b]', () => {
  test('locks at the fifth failure for 15 minutes in every process', async () => {
    const who = await member();
    for (let count = 1; count <= 4; count++) {
      const by = count % 2 ? identity : secondProcess;
      expect(await codeOf(attempt(who.email, 'wrong', minutes(now, count), 'sign-in', by))).toBe('credentials_wrong');
    }
    expect(await attempt(who.email, 'wrong', minutes(now, 5), 'sign-in', secondProcess)).toMatchObject({
      failure: { code: 'attempts_exceeded', facts: { retryAfterSeconds: 900 } },
      reason: 'wrong_password',
      lock: { until: minutes(now, 20), tries: 'sign_in' },
    });
    expect(await attempt(who.email, password, minutes(now, 6))).toMatchObject({
      failure: { code: 'attempts_exceeded' },
      reason: 'locked',
      lock: null,
    });
    expect(await codeOf(attempt(who.email, password, minutes(now, 19.9), 'sign-in', secondProcess))).toBe(
      'attempts_exceeded',
    );
    expect(await codeOf(attempt(who.email, password, minutes(now, 20)))).toBe('accepted');
  });

  test('counts failures in a sliding window of 15 minutes', async () => {
    const who = await member();
    for (const at of [0, 13, 13.5, 14]) await attempt(who.email, 'wrong', minutes(now, at));
    expect(await codeOf(attempt(who.email, 'wrong', minutes(now, 15.5)))).toBe('credentials_wrong');
    expect(await codeOf(attempt(who.email, 'wrong', minutes(now, 16)))).toBe('attempts_exceeded');
  });

  test('counts a failure for exactly 15 minutes', async () => {
    const [within, after] = [await member(), await member()];
    for (const who of [within, after])
      for (const at of [0, 1, 2, 3]) await attempt(who.email, 'wrong', minutes(now, at));
    const lastMoment = new Date(Date.parse(minutes(now, 15)) - 1).toISOString();
    expect(await codeOf(attempt(within.email, 'wrong', lastMoment))).toBe('attempts_exceeded');
    expect(await codeOf(attempt(after.email, 'wrong', minutes(now, 15)))).toBe('credentials_wrong');
  });

  test('ends the lock after exactly 15 minutes', async () => {
    const who = await member();
    for (let count = 0; count < 5; count++) await attempt(who.email, 'wrong');
    const lastMoment = new Date(Date.parse(minutes(now, 15)) - 1).toISOString();
    expect(await attempt(who.email, password, lastMoment)).toMatchObject({
      failure: { code: 'attempts_exceeded', facts: { retryAfterSeconds: 1 } },
    });
    expect(await identity.attempts.lockOf(who, lastMoment)).toEqual({ until: minutes(now, 15) });
    expect(await identity.attempts.lockOf(who, minutes(now, 15))).toBeNull();
    expect(await codeOf(attempt(who.email, password, minutes(now, 15)))).toBe('accepted');
  });

  test('forgets failures after the right password', async () => {
    const who = await member();
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) await attempt(who.email, 'wrong');
      expect(await codeOf(attempt(who.email, password))).toBe('accepted');
    }
  });

  test('accepts every correct password, however many arrive at once and with failures short of the limit', async () => {
    const who = await member();
    for (let count = 1; count <= 4; count++) await attempt(who.email, 'wrong');
    const many = Array.from({ length: 12 }, (_, n) =>
      codeOf(attempt(who.email, password, now, n % 2 ? 'sign-in' : 'signature', n % 3 ? identity : secondProcess)),
    );
    expect(await Promise.all(many)).toEqual(Array<string>(12).fill('accepted'));
  });

  test('reserves nothing for a check that never ends', async () => {
    const who = await member();
    const admissions = Array.from({ length: 12 }, () =>
      identity.attempts.admit({
        tried: who,
        place: 'sign_in',
        address: null,
        now,
        lockout: { ...defaultSettings.lockout, untilUnlocked: false },
      }),
    );
    expect(await Promise.all(admissions)).toEqual(Array(12).fill({ kind: 'admitted' }));
    expect(await codeOf(attempt(who.email, 'wrong'))).toBe('credentials_wrong');
    expect(await codeOf(attempt(who.email, password))).toBe('accepted');
  });

  test('tells four of forty that they are wrong when they arrive at once in two processes', async () => {
    const who = await member();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        attempt(who.email, `guess ${n}`, now, 'sign-in', n % 2 ? identity : secondProcess),
      ),
    );
    const wrong = outcomes.filter(
      (outcome) => outcome.kind === 'refused' && outcome.failure.code === 'credentials_wrong',
    );
    expect(wrong, 'the other guesses learn nothing').toHaveLength(4);
    const causes = outcomes.filter((outcome) => outcome.kind === 'refused' && outcome.lock !== null);
    expect(causes, 'one of them caused the lock').toHaveLength(1);
  });

  test('locks an unknown address in the same way', async () => {
    const email = `${randomUUID()}@nowhere.example`;
    const answers: string[] = [];
    for (let count = 0; count < 6; count++) answers.push(await codeOf(attempt(email, 'x')));
    expect(answers).toEqual([...Array<string>(4).fill('credentials_wrong'), 'attempts_exceeded', 'attempts_exceeded']);
  });

  test('follows the organisation’s settings', async () => {
    const strict = await givenOrganisation(db, { lockout: { failures: 2, withinMinutes: 1, forMinutes: 60 } });
    const who = await member({}, now, strict);
    expect(await codeOf(attempt(who.email, 'wrong'))).toBe('credentials_wrong');
    expect(await attempt(who.email, 'wrong')).toMatchObject({ lock: { until: minutes(now, 60), tries: 'sign_in' } });
  });
});

test('limits failures of one network address over many accounts and answers the wait', async () => {
  const limited = createIdentity({
    database: db.database,
    secretKey,
    cookieSecure: true,
    addressLimit: { failures: 3, withinMinutes: 15 },
  });
  const from = (address: string, email: string, typed = 'x') =>
    limited.checkCredential({ email, password: typed, purpose: 'sign-in', now, address });
  for (let count = 0; count < 3; count++) await from('198.51.100.9', `${randomUUID()}@nowhere.example`);
  const who = await member();
  expect(await from('198.51.100.9', who.email, password)).toMatchObject({
    kind: 'refused',
    reason: 'address_limited',
    failure: { code: 'too_many_requests' },
  });
  expect(await from('198.51.100.10', who.email, password)).toMatchObject({ kind: 'accepted' });
});
