import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '#app/sign-in/adapters/identity.ts';
import { isPasswordChanged } from '#app/sign-in/adapters/sessions.ts';
import { testDatabase, type TestDatabase } from '#tests/support/database.ts';
import { givenOrganisation, givenPerson, minutes, type Person } from '#tests/support/given-people.ts';

const now = '2026-03-12T14:05:00.000Z';
const limits = { idleMinutes: 30, absoluteHours: 12 };

let db: TestDatabase;
let identity: Identity;
let person: Person;

beforeAll(async () => {
  db = await testDatabase();
  identity = createIdentity({ database: db.database, secretKey: 'k'.repeat(32), cookieSecure: true });
  person = await givenPerson(db, await givenOrganisation(db));
});

const begin = (at = now, door: 'screen' | 'call' = 'screen', who = person) =>
  identity.sessions.create({
    org: who.org,
    user: who.user,
    door,
    now: at,
    address: '192.0.2.7',
    agent: 'Firefox',
    limits,
  });
const validate = (token: string, at: string, door: 'screen' | 'call' = 'screen') =>
  identity.sessions.validate(token, { now: at, address: '192.0.2.8', door });

const setLimits = (org: string, session: typeof limits) =>
  db.owner.query(`update read.organisation set settings = jsonb_set(settings, '{session}', $2) where uid = $1`, [
    org,
    JSON.stringify(session),
  ]);

describe('a session', () => {
  test('is stored only as a hash, which cannot sign in', async () => {
    const { token, session } = await begin();
    const { rows } = await db.owner.query<{ whole: string }>(
      'select s::text as whole from identity.session s where hash = $1',
      [createHash('sha256').update(token).digest('hex')],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.whole).not.toContain(token);
    expect(session.publicId).toMatch(/^[0-9a-f]{64}$/);
    expect(await validate(session.publicId, now)).toBeNull();
    expect(await validate(token, now)).toMatchObject({
      user: person.user,
      org: person.org,
      publicId: session.publicId,
    });
  });

  test('ends after 30 idle minutes, counted from the last visit', async () => {
    const { token } = await begin();
    expect(await validate(token, minutes(now, 29))).not.toBeNull();
    expect(await validate(token, minutes(now, 58))).not.toBeNull();
    expect(await validate(token, minutes(now, 88))).toBeNull();
    expect(await validate(token, minutes(now, 59)), 'what has expired is gone').toBeNull();
  });

  test('says when it ends without being postponed by the question', async () => {
    const { token } = await begin();
    const ends = { at: minutes(now, 30), because: 'idle' };
    expect(await identity.sessions.expiry(token, minutes(now, 29))).toEqual(ends);
    expect(await identity.sessions.expiry(token, minutes(now, 29))).toEqual(ends);
    expect(await identity.sessions.expiry(token, minutes(now, 31))).toBeNull();
  });

  test('ends after 12 hours even in use', async () => {
    const { token } = await begin();
    for (let passed = 20; passed < 720; passed += 20)
      expect(await validate(token, minutes(now, passed))).not.toBeNull();
    expect(await validate(token, minutes(now, 720))).toBeNull();
  });

  test('applies a shorter limit at once to a session in use', async () => {
    const org = await givenOrganisation(db);
    const { token } = await begin(now, 'screen', await givenPerson(db, org));
    expect(await validate(token, minutes(now, 20))).not.toBeNull();
    await setLimits(org, { idleMinutes: 45, absoluteHours: 1 });
    expect(await validate(token, minutes(now, 59))).toMatchObject({ expiresAt: minutes(now, 60) });
    expect(await validate(token, minutes(now, 60)), 'an hour in all').toBeNull();
  });

  test('applies a shorter limit at once to an idle session', async () => {
    const org = await givenOrganisation(db);
    const { token } = await begin(now, 'screen', await givenPerson(db, org));
    await setLimits(org, { idleMinutes: 5, absoluteHours: 1 });
    expect(await validate(token, minutes(now, 6))).toBeNull();
  });

  test('keeps its original maximum when the limits are loosened', async () => {
    const org = await givenOrganisation(db);
    const { token } = await begin(now, 'screen', await givenPerson(db, org));
    await setLimits(org, { idleMinutes: 1440, absoluteHours: 24 });
    expect(await validate(token, minutes(now, 719))).not.toBeNull();
    expect(await validate(token, minutes(now, 720))).toBeNull();
  });

  test('is listed until it has expired', async () => {
    const who = await givenPerson(db, person.org);
    await begin(now, 'screen', who);
    expect(await identity.sessions.list({ ...who, now: minutes(now, 29) })).toHaveLength(1);
    expect(await identity.sessions.list({ ...who, now: minutes(now, 30) })).toEqual([]);
  });

  test('is not extended when the clock is set back', async () => {
    const { token } = await begin();
    expect(await validate(token, minutes(now, 20))).not.toBeNull();
    expect(await validate(token, minutes(now, 5))).toMatchObject({ expiresAt: minutes(now, 35) });
  });

  test('[P11-300c] does not begin with a password that was changed while it was checked', async () => {
    const who = await givenPerson(db, person.org);
    await identity.accounts.setPassword({ ...who, password: 'grey heron on the weir', now });
    const begun = (passwordSetAt: string) =>
      identity.sessions.create({ ...who, door: 'screen', now, address: null, agent: null, limits, passwordSetAt });
    const refused = await begun(minutes(now, -1)).catch((error: unknown) => error);
    // As the screens know it, which are a bundle of their own with another class.
    expect(refused).toMatchObject({ code: 'password_changed' });
    expect(isPasswordChanged(refused)).toBe(true);
    expect(await identity.sessions.list({ ...who, now })).toEqual([]);
    await begun(now);
    expect(await identity.sessions.list({ ...who, now })).toHaveLength(1);
  });

  test('is valid only for the channel that it began in', async () => {
    const { token } = await begin(now, 'call');
    expect(await validate(token, now, 'screen')).toBeNull();
    expect(await validate(token, now, 'call')).not.toBeNull();
  });

  test('remembers where it was last used [P11-10h2]', async () => {
    const { token } = await begin();
    await validate(token, minutes(now, 3));
    expect(await validate(token, minutes(now, 3))).toMatchObject({ address: '192.0.2.8', agent: 'Firefox' });
  });
});

const all = ({ org, user }: { org: string; user: string }) =>
  ({ org, user, because: 'signed_out_everywhere', now }) as const;

describe('ending sessions', () => {
  test('ends one session, all others, or all', async () => {
    const who = await givenPerson(db, person.org);
    const [first, second, third] = await Promise.all([
      begin(now, 'screen', who),
      begin(now, 'call', who),
      begin(now, 'screen', who),
    ]);
    const bystander = await begin();
    expect(await identity.sessions.list({ ...who, now })).toHaveLength(3);

    expect(await identity.sessions.end(first.token, now)).toMatchObject([
      { publicId: first.session.publicId, because: 'signed_out', endedAt: now },
    ]);
    expect(await identity.sessions.end(first.token, now)).toEqual([]);
    expect(await validate(first.token, now)).toBeNull();

    expect(await identity.sessions.endAll({ ...all(who), except: third.session.publicId })).toHaveLength(1);
    expect(await validate(second.token, now, 'call')).toBeNull();
    expect(await validate(third.token, now)).not.toBeNull();

    expect(await identity.sessions.endAll(all(who))).toHaveLength(1);
    expect(await identity.sessions.list({ ...who, now })).toEqual([]);
    expect(await validate(bystander.token, now)).not.toBeNull();
  });

  test('ends a session by its public id, but not a colleague’s', async () => {
    const { token, session } = await begin();
    const colleague = await givenPerson(db, person.org);
    expect(await identity.sessions.endOne({ ...colleague, publicId: session.publicId, now })).toEqual([]);
    expect(await validate(token, now)).not.toBeNull();
    expect(await identity.sessions.endOne({ ...person, publicId: session.publicId, now })).toHaveLength(1);
    expect(await validate(token, now)).toBeNull();
  });

  test('cannot end sessions of another organisation, by the database', async () => {
    const { token } = await begin();
    expect(await identity.sessions.endAll({ ...all(person), org: randomUUID() })).toEqual([]);
    const seen = await db.database.tenant(randomUUID(), (trx) =>
      trx.selectFrom('identity.session').selectAll().execute(),
    );
    expect(seen).toEqual([]);
    expect(await db.database.kysely.selectFrom('identity.session').selectAll().execute()).toEqual([]);
    expect(await validate(token, now)).not.toBeNull();
  });

  test('keeps an expired session until its end is recorded, with the moment when it ended', async () => {
    const { session } = await begin('2020-01-01T00:00:00.000Z');
    const { org } = person;
    const unrecorded = () => identity.sessions.unrecorded(org, '2020-01-01T02:00:00.000Z');
    const ended = {
      org,
      user: person.user,
      publicId: session.publicId,
      because: 'idle',
      endedAt: '2020-01-01T00:30:00.000Z',
    };
    expect(await unrecorded()).toContainEqual(ended);
    expect(await unrecorded(), 'nobody has recorded it').toContainEqual(ended);
    await identity.sessions.forget(org, [session.publicId]);
    expect(await unrecorded()).not.toContainEqual(ended);
    const { rowCount } = await db.owner.query('select from identity.session where hash = $1', [session.publicId]);
    expect(rowCount).toBe(0);
  });
});

describe('the cookie', () => {
  test('is __Host-, Secure, HttpOnly, SameSite=Lax and lasts as long as the session may', () => {
    const cookie = identity.sessions.cookie('abc234', limits);
    expect(cookie.split('; ').sort()).toEqual([
      'HttpOnly',
      'Max-Age=43200',
      'Path=/',
      'SameSite=Lax',
      'Secure',
      '__Host-imprimatur-session=abc234',
    ]);
    expect(identity.sessions.blankCookie()).toContain('Max-Age=0');
  });

  test('has neither prefix nor Secure where the site is served by http', () => {
    const plain = createIdentity({ database: db.database, secretKey: 'k'.repeat(32), cookieSecure: false }).sessions;
    expect(plain.cookie('abc234', limits)).toMatch(/^imprimatur-session=abc234;/);
    expect(plain.cookie('abc234', limits)).not.toContain('Secure');
  });

  test('is found among other and malformed cookies', async () => {
    const { token } = await begin();
    const { sessions } = identity;
    const pair = sessions.cookie(token, limits).split(';')[0];
    expect(sessions.readCookie(`theme=dark; bad=%E0%A4%A;${pair}; z=1`)).toBe(token);
    expect(sessions.readCookie('__Host-imprimatur-session=%E0%A4%A')).toBeNull();
    expect(sessions.readCookie('imprimatur-session=abc')).toBeNull();
    expect(sessions.readCookie(null)).toBeNull();
    expect(sessions.readBearer(`Bearer ${token}`)).toBe(token);
    expect(sessions.readBearer(`Basic ${token}`)).toBeNull();
    expect(sessions.readBearer(null)).toBeNull();
  });
});

test('changing a password ends all other sessions with it', async () => {
  const who = await givenPerson(db, person.org);
  const [current, ended] = await Promise.all([begin(now, 'screen', who), begin(now, 'call', who)]);
  const change = { ...who, password: 'grey heron on the weir', now };
  expect(await identity.accounts.changePassword({ ...change, keep: current.session.publicId })).toHaveLength(1);
  expect(await validate(current.token, now)).not.toBeNull();
  expect(await validate(ended.token, now, 'call')).toBeNull();
  const { email, password } = change;
  const outcome = await identity.checkCredential({ email, password, purpose: 'sign-in', now, address: null });
  expect(outcome.kind).toBe('accepted');
});
