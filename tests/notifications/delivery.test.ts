import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#app/adapters/database/database.ts';
import { deliverEmailJob } from '#app/notifications/jobs/deliver-email.ts';
import { sendOnce } from '#app/notifications/delivery/send-once.ts';
import type { EventEmailRequest } from '#app/kit/email/request.ts';
import { readRefusedEmails } from '#app/kit/email/refused/list.ts';
import { streams } from '#events/streams.ts';
import { codeIn } from '#tests/support/code-in.ts';
import { minutes } from '#tests/support/given-people.ts';
import { mailSetup } from './mail-setup.ts';

const setup = mailSetup();

const request = (to: string, position: string, template: EventEmailRequest['template'] = 'invitation') => ({
  org: setup.org,
  position,
  template,
  to,
});
const confirms = async (email: string, code: string): Promise<string> => {
  const result = await setup.first.services.identity.codes.check({
    email,
    code,
    purposes: ['confirm'],
    now: setup.first.clock.now,
  });
  return result.ok ? 'right' : result.failure.code;
};

describe('an email', () => {
  test('reaches a person with any name, with a code that opens the account', async () => {
    const { user, email, position } = await setup.first.invite(setup.org, {
      firstName: 'Świętosława',
      lastName: '中村',
    });
    await deliverEmailJob.run(request(user, position), setup.first.services);
    expect(setup.peer.received).toHaveLength(1);
    const [mail] = setup.peer.received;
    expect(mail).toMatchObject({
      subject: 'Inès Okafor has invited you to Northmere Diagnostics',
      from: { name: 'Northmere Quality', address: 'quality@northmere.example' },
      to: [{ name: 'Świętosława 中村', address: email }],
      envelope: [email],
    });
    expect(codeIn(mail?.text)).toBe(codeIn(mail?.html));
    expect(await confirms(email, codeIn(mail?.text))).toBe('right');
  });

  test('is sent once by two processes at the same moment', async () => {
    const { user, position } = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    const runs = [setup.first, setup.second, setup.first, setup.second, setup.first].map(({ services }) =>
      deliverEmailJob.run(request(user, position), services),
    );
    await Promise.all(runs);
    await deliverEmailJob.run(request(user, position), setup.second.services);
    expect(setup.peer.received).toHaveLength(1);
  });

  test('is tried again after the server refused it, and then sent once', async () => {
    const { user, email, position } = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    setup.peer.mood.push('refuse', 'refuse');
    await expect(deliverEmailJob.run(request(user, position), setup.first.services)).rejects.toThrow();
    await expect(deliverEmailJob.run(request(user, position), setup.second.services)).rejects.toThrow();
    await deliverEmailJob.run(request(user, position), setup.first.services);
    await deliverEmailJob.run(request(user, position), setup.first.services);
    expect(setup.peer.received).toHaveLength(1);
    expect(await confirms(email, codeIn(setup.peer.received[0]?.text))).toBe('right');
  });

  test('is given up after a permanent rejection, which the admins see until a later email arrives', async () => {
    const { user, position } = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    const undelivered = async () =>
      setup.first.services.database.tenant(setup.org, async (trx) =>
        (await readRefusedEmails(trx, { users: [user] })).map(({ refusal }) => refusal),
      );
    expect(await undelivered()).toEqual([]);
    setup.peer.mood.push('no such mailbox');
    await deliverEmailJob.run(request(user, position), setup.first.services);
    await deliverEmailJob.run(request(user, position), setup.second.services);
    expect(setup.peer.received).toEqual([]);
    expect(await undelivered()).toEqual([expect.stringContaining('There is no such mailbox here')]);

    const data = { user, purpose: 'confirm' as const, expiresAt: minutes(setup.first.clock.now, 24 * 60) };
    const later = await setup.first.record(setup.org, [
      { stream: streams.user(user), events: [{ type: 'VerificationCodeIssued', data }] },
    ]);
    await deliverEmailJob.run(request(user, later), setup.first.services);
    expect(setup.peer.received).toHaveLength(1);
    expect(await undelivered()).toEqual([]);
  });

  test('keeps its Message-ID and code where the answer was lost and it is sent again', async () => {
    const { user, email, position } = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    setup.peer.mood.push('vanish');
    await expect(deliverEmailJob.run(request(user, position), setup.first.services)).rejects.toThrow();
    await deliverEmailJob.run(request(user, position), setup.second.services);
    expect(setup.peer.received).toHaveLength(2);
    const [first, second] = setup.peer.received;
    expect(second?.messageId).toBe(first?.messageId);
    expect(codeIn(second?.text)).toBe(codeIn(first?.text));
    expect(await confirms(email, codeIn(first?.text))).toBe('right');
  });

  test('is recorded as sent even if the mail server answers late', async () => {
    const { database } = setup.first.services;
    const impatient: Pick<Database, 'tenant'> = {
      tenant: (org, work) =>
        database.tenant(org, async (trx) => {
          await sql`set local idle_in_transaction_session_timeout = 200`.execute(trx);
          return work(trx);
        }),
    };
    let sent = 0;
    const mail = { ...setup.first.services.mail, send: () => sleep(600).then(() => void sent++) };
    const { user } = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    const date = setup.first.clock.now;
    const [from, to] = [
      { name: 'Quality', address: 'quality@northmere.example' },
      { name: 'Noor Haddad', address: 'noor@northmere.example' },
    ];
    const message = { from, to, subject: 's', html: 'h', text: 't', messageId: '<slow@northmere.example>', date };
    const asked = { org: setup.org, template: 'invitation' as const, to: user, position: '1' };
    const sending = { ...asked, key: 'slow', message, request: asked, documents: [] };
    expect(await sendOnce({ database: impatient, mail }, sending)).toBe('sent');
    expect(await sendOnce({ database: impatient, mail }, sending)).toBe('already sent');
    expect(sent).toBe(1);
  });

  test('is not sent after the person has confirmed or the code has expired', async () => {
    const confirmed = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    await setup.first.record(setup.org, [
      { stream: streams.user(confirmed.user), events: [{ type: 'UserConfirmed', data: { user: confirmed.user } }] },
    ]);
    const late = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    setup.first.clock.now = minutes(setup.first.clock.now, 24 * 60 + 1);
    await deliverEmailJob.run(request(confirmed.user, confirmed.position), setup.first.services);
    await deliverEmailJob.run(request(late.user, late.position), setup.first.services);
    expect(setup.peer.received).toEqual([]);
  });

  test('carries a code that neither its job nor the ledger holds', async () => {
    const { user, position } = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    const jobs = await setup.db.owner.query<{ payload: unknown }>(
      "select payload from graphile_worker._private_jobs where payload ->> 'to' = $1",
      [user],
    );
    expect(jobs.rows.map(({ payload }) => payload)).toEqual([request(user, position)]);
    await deliverEmailJob.run(request(user, position), setup.first.services);
    const code = codeIn(setup.peer.received[0]?.text);
    const { events } = await setup.first.services.ledger.readStream(setup.org, streams.user(user));
    expect(code).not.toBe('');
    for (const form of [code, code.replace('-', '')]) expect(JSON.stringify(events)).not.toContain(form);
  });

  test('is not sent for another organisation', async () => {
    const { user, position } = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
    const otherOrg = await setup.first.organisation();
    await deliverEmailJob.run({ ...request(user, position), org: otherOrg }, setup.first.services);
    expect(setup.peer.received).toEqual([]);
  });
});

test('a reminder that an earlier version queued is read as an email request', () => {
  const [org, letter, to] = [randomUUID(), randomUUID(), randomUUID()];
  const former = { org, letter, kind: 'weekly-digest', to, about: [to] };
  const request = { org, template: 'weekly-digest', to, reminder: letter, about: [to] };
  expect(deliverEmailJob.formerNames).toContain('deliver-notice');
  expect(deliverEmailJob.payload.parse(former)).toEqual(request);
});
