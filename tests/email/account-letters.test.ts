import { describe, expect, test } from 'vitest';
import { deliverMail } from '#app/jobs/deliver-email.ts';
import { enqueue } from '#app/jobs/reactions.ts';
import { tellLockedOut } from '#app/jobs/tell.ts';
import type { Template } from '#app/email/write-email.ts';
import type { E } from '#events/catalogue.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';
import { minutes } from '#tests/identity/people.ts';
import { mailRoom } from './mail-room.ts';

const room = mailRoom();

type Colleague = Awaited<ReturnType<typeof room.desk.colleague>>;
const colleague = (): Promise<Colleague> => room.desk.colleague(room.org, { firstName: 'Noor', lastName: 'Haddad' });
const record = (stream: string, ...events: E[]): Promise<string> => room.desk.record(room.org, [{ stream, events }]);
const deactivate = (user: string): Promise<string> =>
  record(streams.user(user), { type: 'UserDeactivated', data: { user, fromStatus: 'ACTIVE', reason: null } });

/** Asks for one letter about the event at `position`; answers the subjects of what was sent. */
async function write(template: Template, to: string, position: string): Promise<(string | undefined)[]> {
  room.peer.received.length = 0;
  await deliverMail.run({ org: room.org, position, template, to }, room.desk.services);
  return room.peer.received.map(({ subject }) => subject);
}

const hows = ['registered', 'confirmed', 'reconfirmed', 'changed', 'reset'] as const;
const passwordSet = (user: string, how: (typeof hows)[number]): E => ({ type: 'PasswordSet', data: { user, how } });

describe('a password that was set', () => {
  test.each(hows)('(%s) is told to its owner where it replaces another', async (how) => {
    const { user } = await colleague();
    const event = passwordSet(user, how);
    const replaced = how === 'changed' || how === 'reset';
    const jobs = enqueue({ ...event, org: room.org, position: '7' } as unknown as RecordedEvent);
    const payload = { org: room.org, position: '7', template: 'password-changed', to: user };
    expect(jobs).toEqual(replaced ? [{ task: 'deliver-mail', payload }] : []);
    expect(await write('password-changed', user, await record(streams.user(user), event))).toEqual(
      replaced ? [`Your password for Northmere Diagnostics was ${how}`] : [],
    );
  });
});

describe('a letter about an account', () => {
  const code = (user: string, purpose: 'confirm' | 'reconfirm' | 'reset'): E => ({
    type: 'VerificationCodeIssued',
    data: { user, purpose, expiresAt: minutes(room.desk.clock.now, 24 * 60) },
  });
  const locked = (user: string): E => ({
    type: 'UserLockedOut',
    data: { user, until: minutes(room.desk.clock.now, 15) },
  });

  test('goes to nobody who has left meanwhile', async () => {
    const letters: [Template, (user: string) => E, (user: string) => string][] = [
      ['reset-code', (user) => code(user, 'reset'), streams.user],
      ['password-changed', (user) => passwordSet(user, 'changed'), streams.user],
      ['account-locked', locked, streams.access],
    ];
    for (const [template, event, stream] of letters) {
      const [stays, leaves] = [await colleague(), await colleague()];
      const at = await record(stream(stays.user), event(stays.user));
      expect(await write(template, stays.user, at), template).toHaveLength(1);
      const late = await record(stream(leaves.user), event(leaves.user));
      await deactivate(leaves.user);
      expect(await write(template, leaves.user, late), template).toEqual([]);
    }
  });

  test('carries a code to confirm with to nobody who has confirmed or left, and one to reset with to nobody who has not', async () => {
    const { org, desk } = room;
    for (const [template, purpose] of [
      ['invitation', 'confirm'],
      ['reactivation', 'reconfirm'],
    ] as const) {
      const { user } = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
      const position = await record(streams.user(user), code(user, purpose));
      const confirmed = await colleague();
      const settled = await record(streams.user(confirmed.user), code(confirmed.user, purpose));
      expect(await write(template, confirmed.user, settled)).toEqual([]);
      expect(await write(template, user, position)).toEqual(['Your new verification code for Northmere Diagnostics']);
      const reset = await record(streams.user(user), code(user, 'reset'));
      expect(await write('reset-code', user, reset)).toEqual([]);
      const again = await record(streams.user(user), code(user, purpose));
      await deactivate(user);
      expect(await write(template, user, again)).toEqual([]);
    }
  });

  test('is written of no event that it does not tell of', async () => {
    const { user } = await colleague();
    const signedOut: E = { type: 'UserSignedOut', data: { user, session: 'a'.repeat(64) } };
    const position = await record(streams.access(user), signedOut);
    for (const template of ['reset-code', 'password-changed', 'account-locked', 'training-assigned'] as const)
      expect(await write(template, user, position), template).toEqual([]);
  });
});

test('a locked account is told to active admins alone: not to who is invited, has left, or has another role', async () => {
  const org = await room.desk.organisation();
  const who = (lastName: string, role: 'ADMIN' | 'SUPER_ADMIN' | 'AUTHOR' | 'EMPLOYEE') =>
    room.desk.colleague(org, { firstName: 'Ada', lastName, role });
  const [admin, above, left] = [
    await who('Admin', 'ADMIN'),
    await who('Above', 'SUPER_ADMIN'),
    await who('Left', 'ADMIN'),
  ];
  const [author] = [await who('Author', 'AUTHOR'), await who('Employee', 'EMPLOYEE')];
  await room.desk.invite(org, { firstName: 'Ada', lastName: 'Invited', role: 'ADMIN' });
  const data = { user: left.user, fromStatus: 'ACTIVE' as const, reason: null };
  await room.desk.record(org, [{ stream: streams.user(left.user), events: [{ type: 'UserDeactivated', data }] }]);
  const until = minutes(room.desk.clock.now, 15);
  const position = await room.desk.record(org, [
    { stream: streams.access(author.user), events: [{ type: 'UserLockedOut', data: { user: author.user, until } }] },
  ]);
  await tellLockedOut.run({ org, position }, room.desk.services);
  const jobs = await room.db.owner.query<{ to: string }>(
    `select payload->>'to' as to from graphile_worker._private_jobs
     where payload->>'org' = $1 and payload->>'template' = 'account-locked'`,
    [org],
  );
  expect(jobs.rows.map(({ to }) => to).sort()).toEqual([admin.user, above.user].sort());
});
