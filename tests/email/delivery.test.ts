import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#app/database/database.ts';
import { deliverMail } from '#app/jobs/deliver-email.ts';
import { sendOnce } from '#app/email/send-once.ts';
import type { LetterRequest } from '#app/email/write-email.ts';
import { undeliveredInvitations } from '#app/queries/user/undelivered.ts';
import { streams } from '#events/streams.ts';
import { codeIn } from '#tests/support/code-in.ts';
import { minutes } from '#tests/identity/people.ts';
import { mailRoom } from './mail-room.ts';

const room = mailRoom();

const request = (to: string, position: string, template: LetterRequest['template'] = 'invitation') => ({
  org: room.org,
  position,
  template,
  to,
});
const confirms = async (email: string, code: string): Promise<string> => {
  const result = await room.desk.services.identity.codes.check({
    email,
    code,
    purposes: ['confirm'],
    now: room.desk.clock.now,
  });
  return result.ok ? 'right' : result.failure.code;
};

describe('a letter', () => {
  test('reaches a person with any name, with a code that opens the account', async () => {
    const { user, email, position } = await room.desk.invite(room.org, { firstName: 'Świętosława', lastName: '中村' });
    await deliverMail.run(request(user, position), room.desk.services);
    expect(room.peer.received).toHaveLength(1);
    const [mail] = room.peer.received;
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
    const { user, position } = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    const runs = [room.desk, room.other, room.desk, room.other, room.desk].map(({ services }) =>
      deliverMail.run(request(user, position), services),
    );
    await Promise.all(runs);
    await deliverMail.run(request(user, position), room.other.services);
    expect(room.peer.received).toHaveLength(1);
  });

  test('that the server refused is tried again, and then sent once', async () => {
    const { user, email, position } = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    room.peer.mood.push('refuse', 'refuse');
    await expect(deliverMail.run(request(user, position), room.desk.services)).rejects.toThrow();
    await expect(deliverMail.run(request(user, position), room.other.services)).rejects.toThrow();
    await deliverMail.run(request(user, position), room.desk.services);
    await deliverMail.run(request(user, position), room.desk.services);
    expect(room.peer.received).toHaveLength(1);
    expect(await confirms(email, codeIn(room.peer.received[0]?.text))).toBe('right');
  });

  test('that is refused for good is given up, told to the admins, and told no more once a later one arrived', async () => {
    const { user, position } = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    const told = async () =>
      room.desk.services.database.read(room.org, async (trx) => [
        ...(await undeliveredInvitations(trx, [user])).values(),
      ]);
    expect(await told()).toEqual([]);
    room.peer.mood.push('no such mailbox');
    await deliverMail.run(request(user, position), room.desk.services);
    await deliverMail.run(request(user, position), room.other.services);
    expect(room.peer.received).toEqual([]);
    expect(await told()).toEqual([expect.stringContaining('There is no such mailbox here')]);

    const data = { user, purpose: 'confirm' as const, expiresAt: minutes(room.desk.clock.now, 24 * 60) };
    const later = await room.desk.record(room.org, [
      { stream: streams.user(user), events: [{ type: 'VerificationCodeIssued', data }] },
    ]);
    await deliverMail.run(request(user, later), room.desk.services);
    expect(room.peer.received).toHaveLength(1);
    expect(await told()).toEqual([]);
  });

  test('whose answer was lost is repeated as the same e-mail: same Message-ID, same code', async () => {
    const { user, email, position } = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    room.peer.mood.push('vanish');
    await expect(deliverMail.run(request(user, position), room.desk.services)).rejects.toThrow();
    await deliverMail.run(request(user, position), room.other.services);
    expect(room.peer.received).toHaveLength(2);
    const [first, second] = room.peer.received;
    expect(second?.messageId).toBe(first?.messageId);
    expect(codeIn(second?.text)).toBe(codeIn(first?.text));
    expect(await confirms(email, codeIn(first?.text))).toBe('right');
  });

  test('is noted as sent however long the mail server is in answering', async () => {
    const { database } = room.desk.services;
    const impatient: Pick<Database, 'tenant'> = {
      tenant: (org, work) =>
        database.tenant(org, async (trx) => {
          await sql`set local idle_in_transaction_session_timeout = 200`.execute(trx);
          return work(trx);
        }),
    };
    let sent = 0;
    const mail = { ...room.desk.services.mail, send: () => sleep(600).then(() => void sent++) };
    const { user } = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    const date = room.desk.clock.now;
    const [from, to] = [
      { name: 'Quality', address: 'quality@northmere.example' },
      { name: 'Noor Haddad', address: 'noor@northmere.example' },
    ];
    const message = { from, to, subject: 's', html: 'h', text: 't', messageId: '<slow@northmere.example>', date };
    const parcel = { org: room.org, key: 'slow', template: 'invitation', to: user, message };
    expect(await sendOnce({ database: impatient, mail }, parcel)).toBe('sent');
    expect(await sendOnce({ database: impatient, mail }, parcel)).toBe('settled before');
    expect(sent).toBe(1);
  });

  test('that is no longer needed is not sent: confirmed meanwhile, or the code too old', async () => {
    const confirmed = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    await room.desk.record(room.org, [
      { stream: streams.user(confirmed.user), events: [{ type: 'UserConfirmed', data: { user: confirmed.user } }] },
    ]);
    const late = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    room.desk.clock.now = minutes(room.desk.clock.now, 24 * 60 + 1);
    await deliverMail.run(request(confirmed.user, confirmed.position), room.desk.services);
    await deliverMail.run(request(late.user, late.position), room.desk.services);
    expect(room.peer.received).toEqual([]);
  });

  test('carries a code that neither its job nor the ledger holds', async () => {
    const { user, position } = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    const jobs = await room.db.owner.query<{ payload: unknown }>(
      "select payload from graphile_worker._private_jobs where payload ->> 'to' = $1",
      [user],
    );
    expect(jobs.rows.map(({ payload }) => payload)).toEqual([request(user, position)]);
    await deliverMail.run(request(user, position), room.desk.services);
    const code = codeIn(room.peer.received[0]?.text);
    const { events } = await room.desk.services.ledger.readStream(room.org, streams.user(user));
    expect(code).not.toBe('');
    for (const form of [code, code.replace('-', '')]) expect(JSON.stringify(events)).not.toContain(form);
  });

  test('does not cross to another organisation', async () => {
    const { user, position } = await room.desk.invite(room.org, { firstName: 'Noor', lastName: 'Haddad' });
    const elsewhere = await room.desk.organisation();
    await deliverMail.run({ ...request(user, position), org: elsewhere }, room.desk.services);
    expect(room.peer.received).toEqual([]);
  });
});
