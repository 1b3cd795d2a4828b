import { describe, expect, it } from 'vitest';
import { recordEnds, recordExpiredSessions, validateSession } from '#app/kit/session/session-ends.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { changePassword } from '#app/sign-in/commands/change-password.ts';
import { endUserSessions } from '#app/people/commands/end-sessions.ts';
import { systemContext } from '#app/kit/command/system.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { organisation, type Organisation } from '#tests/support/organisation.ts';
import { recordedOn, visit } from '#tests/support/visiting.ts';

const begun = '2026-03-12T14:05:00.000Z';
const after = (minutes: number) => new Date(Date.parse(begun) + minutes * 60_000).toISOString();

async function enter({ services }: Organisation, { email, password }: Person): Promise<string> {
  const entered = await visit(services, signIn('screen', 'vitest'), { email, password });
  if (!entered.ok) throw new Error(entered.failure.code);
  return entered.value.token;
}

/** The ends of sessions that the person's log has. */
const endsOf = async ({ services, world }: Organisation, { uid }: Person) =>
  (await recordedOn(services, world.org, `access-${uid}`))
    .filter(({ type }) => ['UserSignedOut', 'SessionExpired', 'SessionsEnded'].includes(type))
    .map(({ type, data, actor }) => ({ type, ...data, by: actor.kind }));

const rowsOf = ({ services, world }: Organisation) =>
  services.database.tenant(world.org, (trx) => trx.selectFrom('identity.session').select('hash').execute());

async function atFive(): Promise<Organisation> {
  const org = await organisation();
  // Passwords are from today: the sign-ins below must not find them expired or set later.
  org.services.clock.now = begun;
  for (const person of [org.author, org.employee])
    await org.services.identity.accounts.setPassword({ ...person, user: person.uid, now: begun });
  return org;
}

describe('the end of a session [P11-10d]', () => {
  it('by idleness is recorded once by the next request, with the moment when it ended', async () => {
    const org = await atFive();
    const token = await enter(org, org.author);
    const visitAt = (now: string) => validateSession(org.services, token, { now, address: null });
    expect(await visitAt(after(20))).not.toBeNull();
    expect(await visitAt(after(51))).toBeNull();
    expect(await visitAt(after(52))).toBeNull();
    await recordExpiredSessions(org.services, org.world.org);
    expect(await endsOf(org, org.author)).toMatchObject([
      { type: 'SessionExpired', because: 'idle', endedAt: after(50), by: 'system' },
    ]);
    expect(await rowsOf(org)).toEqual([]);
  });

  it('by its longest duration is recorded once by the job, also where two jobs run at once', async () => {
    const org = await atFive();
    const token = await enter(org, org.author);
    for (let minutes = 25; minutes < 12 * 60; minutes += 25)
      await org.services.identity.sessions.validate(token, { now: after(minutes), address: null });
    org.services.clock.now = after(12 * 60 + 3);
    const job = () => recordExpiredSessions(org.services, org.world.org);
    await Promise.all([job(), job(), job()]);
    await job();
    expect(await endsOf(org, org.author)).toMatchObject([
      { type: 'SessionExpired', because: 'absolute', endedAt: after(12 * 60) },
    ]);
  });

  it('by a change of password names the sessions, and those that had expired before as that', async () => {
    const org = await atFive();
    const { services, world, author } = org;
    await enter(org, author);
    services.clock.now = after(40);
    await enter(org, author);
    services.clock.now = after(45);
    await world.act(author, changePassword, {
      currentPassword: author.password,
      newPassword: 'quarry-lattice-77-moss',
    });
    expect(await endsOf(org, author)).toMatchObject([
      { type: 'SessionExpired', because: 'idle', endedAt: after(30) },
      { type: 'SessionsEnded', because: 'password_changed', count: 1, sessions: [expect.any(String)] },
    ]);
  });

  it('by an admin is recorded with the reason', async () => {
    const org = await atFive();
    const token = await enter(org, org.employee);
    expect(
      await org.world.act(org.admin, endUserSessions, { user: org.employee.uid, reason: 'A lost tablet.' }),
    ).toMatchObject({ count: 1 });
    expect(await validateSession(org.services, token, { now: after(1), address: null })).toBeNull();
    expect(await endsOf(org, org.employee)).toMatchObject([
      { type: 'SessionsEnded', because: 'ended_by_admin', count: 1, reason: 'A lost tablet.', by: 'user' },
    ]);
  });

  it('is recorded by the job where the process died before it recorded it, and once where it died after', async () => {
    const org = await atFive();
    const { services, world, author } = org;
    const [first, second] = [await enter(org, author), await enter(org, author)];
    const signOut = (token: string) => services.identity.sessions.end(token, after(1));
    await signOut(first);
    const ended = await signOut(second);
    // Dies between the record and the removal of the row.
    const dying = { ...services, identity: { ...services.identity, sessions: { ...services.identity.sessions } } };
    dying.identity.sessions.forget = () => Promise.resolve();
    await recordEnds(systemContext(dying, world.org, 'The clock', services.newId()), author.uid, ended);
    services.clock.now = after(3);
    await recordExpiredSessions(services, world.org);
    expect(await endsOf(org, author)).toMatchObject([{ type: 'UserSignedOut' }, { type: 'UserSignedOut' }]);
    expect(await rowsOf(org)).toEqual([]);
  });
});
