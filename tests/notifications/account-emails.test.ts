import { describe, expect, test } from 'vitest';
import { deliverEmailJob } from '#app/notifications/jobs/deliver-email.ts';
import { enqueue } from '#app/notifications/jobs/reactions.ts';
import { enqueueEmailsJob } from '#app/notifications/jobs/enqueue-emails.ts';
import type { EventEmailRequest } from '#app/kit/email/request.ts';
import type { E } from '#events/catalogue.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';
import { minutes } from '#tests/support/given-people.ts';
import { mailSetup } from './mail-setup.ts';

const setup = mailSetup();
type Template = EventEmailRequest['template'];

type Colleague = Awaited<ReturnType<typeof setup.first.colleague>>;
const colleague = (): Promise<Colleague> => setup.first.colleague(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
const record = (stream: string, ...events: E[]): Promise<string> => setup.first.record(setup.org, [{ stream, events }]);
const deactivate = (user: string): Promise<string> =>
  record(streams.user(user), { type: 'UserDeactivated', data: { user, fromStatus: 'ACTIVE', reason: null } });

/** Delivers one email about the event at `position`; answers the subjects of what was sent. */
async function write(template: Template, to: string, position: string): Promise<(string | undefined)[]> {
  setup.peer.received.length = 0;
  await deliverEmailJob.run({ org: setup.org, position, template, to }, setup.first.services);
  return setup.peer.received.map(({ subject }) => subject);
}

const hows = ['registered', 'confirmed', 'reconfirmed', 'changed', 'reset'] as const;
const passwordSet = (user: string, how: (typeof hows)[number]): E => ({ type: 'PasswordSet', data: { user, how } });

describe('the email about a password', () => {
  test.each(hows)('is sent to the owner only where the password replaces another (%s)', async (how) => {
    const { user } = await colleague();
    const event = passwordSet(user, how);
    const replaced = how === 'changed' || how === 'reset';
    const jobs = enqueue({ ...event, org: setup.org, position: '7' } as unknown as RecordedEvent);
    const payload = { org: setup.org, position: '7', template: 'password-changed', to: user };
    expect(jobs).toEqual(replaced ? [{ task: 'deliver-mail', payload }] : []);
    expect(await write('password-changed', user, await record(streams.user(user), event))).toEqual(
      replaced ? [`Your password for Northmere Diagnostics was ${how}`] : [],
    );
  });
});

test('the email about a second factor says what was done to it, and by whom', async () => {
  const authenticator = setup.first.services.newId();
  const passkey = { authenticator, kind: 'passkey', credentialId: 'AQ', publicKey: 'AQ', model: 'Key' } as const;
  const totp = { authenticator, kind: 'totp', credentialId: null, publicKey: null, model: null } as const;
  const revoked = { authenticator, kind: 'totp', reason: null } as const;
  const signedIn = { session: 'a'.repeat(64), door: 'screen' } as const;
  const { user } = await colleague();
  const cases: [E, string, string][] = [
    [
      { type: 'AuthenticatorEnrolled', data: { user, ...totp } },
      'A second factor was set up',
      'an authenticator app was',
    ],
    [
      { type: 'AuthenticatorEnrolled', data: { user, ...passkey } },
      'A passkey was added',
      'the passkey Key was added to your account',
    ],
    [
      { type: 'AuthenticatorRevoked', data: { user, ...revoked, because: 'removed' } },
      'Your second factor was removed',
      'your authenticator app was removed from your account',
    ],
    [
      { type: 'AuthenticatorRevoked', data: { user, ...revoked, because: 'reset_by_admin' } },
      'Your second factor was reset',
      'reset your second factor and ended your sessions',
    ],
    [
      { type: 'UserSignedIn', data: { user, ...signedIn, method: 'password_and_recovery_code' } },
      'A recovery code was used',
      'signed in with your password and one of your recovery codes',
    ],
  ];
  for (const [event, subject, words] of cases) {
    const stream = event.type === 'UserSignedIn' ? streams.access(user) : streams.user(user);
    const jobs = enqueue({ ...event, org: setup.org, position: '7' } as unknown as RecordedEvent);
    expect(jobs).toMatchObject([{ task: 'deliver-mail', payload: { template: 'second-factor', to: user } }]);
    expect(await write('second-factor', user, await record(stream, event))).toEqual([
      `${subject}: Northmere Diagnostics`,
    ]);
    const [{ text = '', html = '' } = {}] = setup.peer.received;
    for (const part of [text, html.replaceAll(/<[^>]*>/g, ' ')]) expect(part.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('set a new password now and contact your administrator');
  }
  const replaced: E = { type: 'AuthenticatorRevoked', data: { user, ...revoked, because: 'replaced' } };
  expect(enqueue({ ...replaced, org: setup.org, position: '7' } as unknown as RecordedEvent)).toEqual([]);
});

describe('an email about an account', () => {
  const code = (user: string, purpose: 'confirm' | 'reconfirm' | 'reset'): E => ({
    type: 'VerificationCodeIssued',
    data: { user, purpose, expiresAt: minutes(setup.first.clock.now, 24 * 60) },
  });
  const locked = (user: string): E => ({
    type: 'UserLockedOut',
    data: { user, until: minutes(setup.first.clock.now, 15), tries: 'sign_in' },
  });

  test('is not sent to a person who was deactivated meanwhile', async () => {
    const emails: [Template, (user: string) => E, (user: string) => string][] = [
      ['reset-code', (user) => code(user, 'reset'), streams.user],
      ['password-changed', (user) => passwordSet(user, 'changed'), streams.user],
      ['account-locked', locked, streams.access],
    ];
    for (const [template, event, stream] of emails) {
      const [stays, leaves] = [await colleague(), await colleague()];
      const at = await record(stream(stays.user), event(stays.user));
      expect(await write(template, stays.user, at), template).toHaveLength(1);
      const late = await record(stream(leaves.user), event(leaves.user));
      await deactivate(leaves.user);
      expect(await write(template, leaves.user, late), template).toEqual([]);
    }
  });

  test('sends a confirmation code only to invited people and a reset code only to confirmed ones', async () => {
    const { org, first } = setup;
    for (const [template, purpose] of [
      ['invitation', 'confirm'],
      ['reactivation', 'reconfirm'],
    ] as const) {
      const { user } = await first.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
      const position = await record(streams.user(user), code(user, purpose));
      const confirmed = await colleague();
      const used = await record(streams.user(confirmed.user), code(confirmed.user, purpose));
      expect(await write(template, confirmed.user, used)).toEqual([]);
      expect(await write(template, user, position)).toEqual(['Your new verification code for Northmere Diagnostics']);
      const reset = await record(streams.user(user), code(user, 'reset'));
      expect(await write('reset-code', user, reset)).toEqual([]);
      const again = await record(streams.user(user), code(user, purpose));
      await deactivate(user);
      expect(await write(template, user, again)).toEqual([]);
    }
  });

  test('tells the present address that its change was cancelled', async () => {
    const { user } = await colleague();
    const addresses = { user, old: 'noor.before@northmere.example', new: 'noor.after@northmere.example', reason: null };
    const requested = { ...addresses, codeExpiresAt: minutes(setup.first.clock.now, 24 * 60) };
    const cancelled: E = { type: 'EmailChangeCancelled', data: addresses };
    const jobs = enqueue({ ...cancelled, org: setup.org, position: '7' } as unknown as RecordedEvent);
    expect(jobs.map(({ payload }) => payload.template)).toEqual(['email-change-cancelled']);
    await record(streams.user(user), { type: 'EmailChangeRequested', data: requested });
    const at = await record(streams.user(user), cancelled);
    expect(await write('email-change-cancelled', user, at)).toEqual([
      'The new email address for your account at Northmere Diagnostics was cancelled',
    ]);
    expect(setup.peer.received.map(({ envelope }) => envelope)).toEqual([[addresses.old]]);
    expect(setup.peer.received[0]?.text).toContain('to noor.after@northmere.example on');
  });

  test('is not written for an event of another kind', async () => {
    const { user } = await colleague();
    const signedOut: E = { type: 'UserSignedOut', data: { user, session: 'a'.repeat(64) } };
    const position = await record(streams.access(user), signedOut);
    for (const template of ['reset-code', 'password-changed', 'account-locked', 'training-assigned'] as const)
      expect(await write(template, user, position), template).toEqual([]);
  });
});

test('emails about a locked account go to its owner and to active admins', async () => {
  const org = await setup.first.organisation();
  const who = (lastName: string, role: 'ADMIN' | 'SUPER_ADMIN' | 'AUTHOR' | 'EMPLOYEE') =>
    setup.first.colleague(org, { firstName: 'Ada', lastName, role });
  const [admin, above, left] = [
    await who('Admin', 'ADMIN'),
    await who('Above', 'SUPER_ADMIN'),
    await who('Left', 'ADMIN'),
  ];
  const [author] = [await who('Author', 'AUTHOR'), await who('Employee', 'EMPLOYEE')];
  await setup.first.invite(org, { firstName: 'Ada', lastName: 'Invited', role: 'ADMIN' });
  const data = { user: left.user, fromStatus: 'ACTIVE' as const, reason: null };
  await setup.first.record(org, [{ stream: streams.user(left.user), events: [{ type: 'UserDeactivated', data }] }]);
  const until = minutes(setup.first.clock.now, 15);
  const position = await setup.first.record(org, [
    {
      stream: streams.access(author.user),
      events: [{ type: 'UserLockedOut', data: { user: author.user, until, tries: 'sign_in' } }],
    },
  ]);
  await enqueueEmailsJob.run({ org, position }, setup.first.services);
  const jobs = await setup.db.owner.query<{ to: string }>(
    `select payload->>'to' as to from graphile_worker._private_jobs
     where payload->>'org' = $1 and payload->>'template' = 'account-locked'`,
    [org],
  );
  expect(jobs.rows.map(({ to }) => to).sort()).toEqual([admin.user, above.user, author.user].sort());
});

test('admins hear of the service accounts of a person who is deactivated', async () => {
  const { org, first } = setup;
  const [owner, other] = [await colleague(), await colleague()];
  await first.colleague(org, { firstName: 'Ada', lastName: 'Admin', role: 'ADMIN' });
  const account = first.services.newId();
  const created: E = {
    type: 'ServiceAccountCreated',
    data: {
      account,
      name: 'HR sync',
      owner: { uid: owner.user, name: 'Hana Kobayashi' },
      scopes: ['people:read'],
      expiresAt: minutes(first.clock.now, 60),
      networks: [],
      token: first.services.newId(),
      wide: false,
    },
  };
  await record(streams.serviceAccount(account), created);
  for (const { user, owns } of [
    { ...other, owns: false },
    { ...owner, owns: true },
  ]) {
    const data = { user, fromStatus: 'ACTIVE' as const, reason: null };
    const position = await record(streams.user(user), { type: 'UserDeactivated', data });
    await enqueueEmailsJob.run({ org, position }, first.services);
    const { rows } = await setup.db.owner.query<{ to: string }>(
      `select payload->>'to' as to from graphile_worker._private_jobs
       where payload->>'template' = 'service-account-suspended' and payload->>'position' = $1`,
      [position],
    );
    expect(rows.length > 0).toBe(owns);
    for (const { to } of rows.slice(0, 1))
      expect(await write('service-account-suspended', to, position)).toEqual([
        'The service account HR sync is suspended',
      ]);
  }
});
