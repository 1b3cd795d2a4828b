import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverMail } from '#app/jobs/deliver-mail.ts';
import { tasks } from '#app/jobs/registry.ts';
import { startWorker, type Worker } from '#app/jobs/worker.ts';
import type { LetterRequest } from '#app/mail/write-letter.ts';
import { undeliveredInvitations } from '#app/queries/user/undelivered.ts';
import { streams } from '#events/streams.ts';
import { codeIn } from '#tests/support/code-in.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { minutes } from '#tests/identity/people.ts';
import { openDesk, type Desk } from './desk.ts';
import { smtpPeer, type SmtpPeer } from './smtp-peer.ts';

let db: TestDatabase;
let peer: SmtpPeer;
let desk: Desk;
/** A second process: its own pools, its own transport. */
let other: Desk;
let org: string;

beforeAll(async () => {
  db = await freshDatabase();
  peer = await smtpPeer();
  [desk, other] = await Promise.all([openDesk(db, peer.url), openDesk(db, peer.url)]);
  org = await desk.organisation();
});
afterAll(async () => {
  await Promise.all([desk.close(), other.close()]);
  await peer.close();
  await db.close();
});
beforeEach(() => {
  peer.received.length = 0;
  peer.mood.length = 0;
  desk.clock.now = other.clock.now = new Date().toISOString();
});

const request = (to: string, position: string, template: LetterRequest['template'] = 'invitation') => ({
  org,
  position,
  template,
  to,
});
const confirms = async (email: string, code: string): Promise<string> => {
  const result = await desk.services.identity.codes.check({ email, code, purposes: ['confirm'], now: desk.clock.now });
  return result.ok ? 'right' : result.failure.code;
};

describe('a letter', () => {
  test('reaches a person with any name, with a code that opens the account', async () => {
    const { user, email, position } = await desk.invite(org, { firstName: 'Świętosława', lastName: '中村' });
    await deliverMail.run(request(user, position), desk.services);
    expect(peer.received).toHaveLength(1);
    const [mail] = peer.received;
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
    const { user, position } = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
    const runs = [desk, other, desk, other, desk].map(({ services }) =>
      deliverMail.run(request(user, position), services),
    );
    await Promise.all(runs);
    await deliverMail.run(request(user, position), other.services);
    expect(peer.received).toHaveLength(1);
  });

  test('that the server refused is tried again, and then sent once', async () => {
    const { user, email, position } = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
    peer.mood.push('refuse', 'refuse');
    await expect(deliverMail.run(request(user, position), desk.services)).rejects.toThrow();
    await expect(deliverMail.run(request(user, position), other.services)).rejects.toThrow();
    await deliverMail.run(request(user, position), desk.services);
    await deliverMail.run(request(user, position), desk.services);
    expect(peer.received).toHaveLength(1);
    expect(await confirms(email, codeIn(peer.received[0]?.text))).toBe('right');
  });

  test('that is refused for good is given up, told to the admins, and told no more once a later one arrived', async () => {
    const { user, position } = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
    const told = async () =>
      desk.services.database.read(org, async (trx) => [...(await undeliveredInvitations(trx, [user])).values()]);
    expect(await told()).toEqual([]);
    peer.mood.push('no such mailbox');
    await deliverMail.run(request(user, position), desk.services);
    await deliverMail.run(request(user, position), other.services);
    expect(peer.received).toEqual([]);
    expect(await told()).toEqual([expect.stringContaining('There is no such mailbox here')]);

    const data = { user, purpose: 'confirm' as const, expiresAt: minutes(desk.clock.now, 24 * 60) };
    const later = await desk.record(org, [
      { stream: streams.user(user), events: [{ type: 'VerificationCodeIssued', data }] },
    ]);
    await deliverMail.run(request(user, later), desk.services);
    expect(peer.received).toHaveLength(1);
    expect(await told()).toEqual([]);
  });

  test('whose answer was lost is repeated as the same e-mail: same Message-ID, same code', async () => {
    const { user, email, position } = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
    peer.mood.push('vanish');
    await expect(deliverMail.run(request(user, position), desk.services)).rejects.toThrow();
    await deliverMail.run(request(user, position), other.services);
    expect(peer.received).toHaveLength(2);
    const [first, second] = peer.received;
    expect(second?.messageId).toBe(first?.messageId);
    expect(codeIn(second?.text)).toBe(codeIn(first?.text));
    expect(await confirms(email, codeIn(first?.text))).toBe('right');
  });

  test('that is no longer needed is not sent: confirmed meanwhile, or the code too old', async () => {
    const confirmed = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
    await desk.record(org, [
      { stream: streams.user(confirmed.user), events: [{ type: 'UserConfirmed', data: { user: confirmed.user } }] },
    ]);
    const late = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
    desk.clock.now = minutes(desk.clock.now, 24 * 60 + 1);
    await deliverMail.run(request(confirmed.user, confirmed.position), desk.services);
    await deliverMail.run(request(late.user, late.position), desk.services);
    expect(peer.received).toEqual([]);
  });

  test('carries a code that neither its job nor the ledger holds', async () => {
    const { user, position } = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
    const jobs = await db.owner.query<{ payload: unknown }>(
      "select payload from graphile_worker._private_jobs where payload ->> 'to' = $1",
      [user],
    );
    expect(jobs.rows.map(({ payload }) => payload)).toEqual([request(user, position)]);
    await deliverMail.run(request(user, position), desk.services);
    const code = codeIn(peer.received[0]?.text);
    const { events } = await desk.services.ledger.readStream(org, streams.user(user));
    expect(code).not.toBe('');
    for (const form of [code, code.replace('-', '')]) expect(JSON.stringify(events)).not.toContain(form);
  });

  test('does not cross to another organisation', async () => {
    const { user, position } = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
    const elsewhere = await desk.organisation();
    await deliverMail.run({ ...request(user, position), org: elsewhere }, desk.services);
    expect(peer.received).toEqual([]);
  });
});

describe('through the queue', () => {
  const workers: Worker[] = [];
  beforeAll(async () => {
    const log = pino({ level: 'silent' });
    for (const { services } of [desk, other])
      workers.push(
        await startWorker({
          databaseUrl: db.url,
          alone: false,
          ports: services,
          tasks,
          recurring: [],
          log,
          concurrency: 2,
        }),
      );
  });
  afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

  /** Waits until no job is left that could still send something. */
  const settled = async (): Promise<void> => {
    for (;;) {
      const { rows } = await db.owner.query<{ left: string }>(
        "select count(*) as left from graphile_worker.jobs where task_identifier in ('deliver-mail', 'tell-rejected', 'tell-training-assigned', 'tell-locked-out')",
      );
      if (rows[0]?.left === '0') return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  type Colleague = Awaited<ReturnType<Desk['colleague']>>;
  const ask = ({ user, name }: Colleague) => ({ uid: randomUUID(), user, name });
  const file = { objectKey: 'k', name: 'a', mediaType: 'application/pdf', size: 1, sha256: 'a'.repeat(64), pages: 1 };

  const sentForReview = async (owner: Colleague, approvals: ReturnType<typeof ask>[]) => {
    const document = randomUUID();
    const stream = streams.document(document);
    const about = { document, version: '1.0' };
    const name = `Kalibracja pH-metrów ${document.slice(0, 8)}`;
    const created = {
      ...about,
      name,
      type: 'Work_Instruction' as const,
      functionalArea: 'QA',
      docNum: String((documents += 1)).padStart(3, '0'),
      owner: { uid: owner.user, name: owner.name },
      trainingInterval: 365,
      reviewInterval: 730,
      externallyEffective: false,
    };
    const files = { working: file, final: file };
    await desk.record(org, [
      {
        stream,
        events: [
          { type: 'DocumentCreated', data: created },
          { type: 'DocumentSentForReview', data: { ...about, name, files, approvals } },
        ],
      },
    ]);
    return { document, stream, about, name, number: `WI - QA - ${created.docNum}` };
  };
  let documents = 0;

  const signature = (who: Colleague, document: string, meaning: 'approved' | 'rejected') => ({
    signer: who.user,
    printedName: who.name,
    signedName: who.name,
    role: 'AUTHOR',
    meaning,
    reason: meaning === 'rejected' ? 'Step 4.2 is wrong.' : 'I approve of this document.',
    document,
    version: '1.0',
    sha256: file.sha256,
    signedAt: desk.clock.now,
    credential: { method: 'email and password' as const, checkedAt: desk.clock.now },
  });

  test('a rejection is told to the owner and the other approvers, not to who rejected or was removed', async () => {
    const owner = await desk.colleague(org, { firstName: 'Priya', lastName: 'Raman', role: 'AUTHOR' });
    const [rejecter, signed, open, removed] = await Promise.all(
      ['Rejecter', 'Signed', 'Open', 'Removed'].map((lastName) =>
        desk.colleague(org, { firstName: 'Jan', lastName, role: 'AUTHOR' }),
      ),
    );
    if (!rejecter || !signed || !open || !removed) throw new Error('Four colleagues are needed.');
    await settled();
    peer.received.length = 0;

    const approvals = [rejecter, signed, open, removed].map(ask);
    const [first, second, third, fourth] = approvals;
    if (!first || !second || !third || !fourth) throw new Error('Four approvals are needed.');
    const { document, stream, about, name, number } = await sentForReview(owner, approvals);
    await desk.record(org, [
      { stream, events: [{ type: 'ApproverRemoved', data: { ...about, approval: fourth, reason: null } }] },
    ]);
    await settled();
    const wanted = peer.received.filter(({ subject }) => subject === `Approval wanted: ${number}, ${name}`);
    expect(
      wanted
        .flatMap(({ envelope }) => envelope)
        .filter((email) => email !== removed.email)
        .sort(),
    ).toEqual([rejecter, signed, open].map(({ email }) => email).sort());

    peer.received.length = 0;
    await desk.record(org, [
      {
        stream,
        events: [
          {
            type: 'ApprovalGiven',
            data: { ...about, approval: second, signature: signature(signed, document, 'approved') },
          },
          {
            type: 'ApprovalRejected',
            data: { ...about, approval: first, signature: signature(rejecter, document, 'rejected') },
          },
          { type: 'ApprovalsCancelled', data: { ...about, approvals: [third], because: 'rejected' } },
          { type: 'DocumentRejected', data: about },
        ],
      },
    ]);
    await settled();
    expect(peer.received.flatMap(({ envelope }) => envelope).sort()).toEqual(
      [owner, signed, open].map(({ email }) => email).sort(),
    );
    for (const { subject, text } of peer.received) {
      expect(subject).toBe(`Rejected: ${number}, ${name}`);
      expect(text).toContain('Step 4.2 is wrong.');
    }
  });

  test('training is told once a person, with everything that one event assigned', async () => {
    const owner = await desk.colleague(org, { firstName: 'Priya', lastName: 'Raman', role: 'AUTHOR' });
    const learners = await Promise.all(
      ['Zoë', '春樹'].map((firstName) => desk.colleague(org, { firstName, lastName: 'Learner' })),
    );
    const [first, second] = await Promise.all([owner, owner].map((who) => sentForReview(who, [ask(owner)])));
    if (!first || !second) throw new Error('Two documents are needed.');
    await settled();
    peer.received.length = 0;
    const dueAt = minutes(desk.clock.now, 14 * 24 * 60);
    const assignments = learners.flatMap(({ user }) =>
      [first, second].map(({ about }) => ({ record: randomUUID(), user, ...about, dueAt })),
    );
    const data = { because: 'joined_department' as const, document: null, user: null, assignments };
    await desk.record(org, [{ stream: streams.assignment, events: [{ type: 'TrainingAssigned', data }] }]);
    await settled();
    expect(peer.received.flatMap(({ envelope }) => envelope).sort()).toEqual(learners.map(({ email }) => email).sort());
    for (const { subject, text, envelope } of peer.received) {
      expect(subject).toBe('Training: 2 documents to read and sign');
      const user = learners.find(({ email }) => envelope.includes(email))?.user;
      for (const { record } of assignments.filter((one) => one.user === user))
        expect(text).toContain(`/dashboard/review/${record}`);
      expect(text).toContain(first.number);
      expect(text).toContain(second.name);
    }
  });

  test.each([
    ['confirmed', 'UserConfirmed', 'your account was confirmed'],
    ['reactivated', 'UserReconfirmed', 'your account was reactivated'],
  ] as const)(
    'whoever was invited when training was assigned is told of all of it once %s, in one letter',
    async (because, type, words) => {
      const owner = await desk.colleague(org, { firstName: 'Priya', lastName: 'Raman', role: 'AUTHOR' });
      const { user, email } = await desk.invite(org, { firstName: 'Noor', lastName: 'Haddad' });
      const [first, second] = await Promise.all([owner, owner].map((who) => sentForReview(who, [ask(owner)])));
      if (!first || !second) throw new Error('Two documents are needed.');
      await settled();
      peer.received.length = 0;
      const dueAt = minutes(desk.clock.now, 14 * 24 * 60);
      const assigned = (why: 'published' | typeof because, { about }: typeof first) => ({
        stream: streams.assignment,
        events: [
          {
            type: 'TrainingAssigned' as const,
            data: {
              because: why,
              document: null,
              user: null,
              assignments: [{ record: randomUUID(), user, ...about, dueAt }],
            },
          },
        ],
      });
      await desk.record(org, [assigned('published', first)]);
      await settled();
      expect(peer.received).toEqual([]);
      await desk.record(org, [
        { stream: streams.user(user), events: [{ type, data: { user } }] },
        assigned(because, second),
      ]);
      await settled();
      expect(peer.received.map(({ envelope, subject }) => [envelope, subject])).toEqual([
        [[email], 'Training: 2 documents to read and sign'],
      ]);
      for (const { name } of [first, second]) expect(peer.received[0]?.text).toContain(name);
      expect(peer.received[0]?.text).toContain(words);
    },
  );

  test('a locked account alarms the active admins [P11-300]', async () => {
    const elsewhere = await desk.organisation();
    const admins = await Promise.all(
      (['ADMIN', 'SUPER_ADMIN'] as const).map((role) =>
        desk.colleague(elsewhere, { firstName: 'Ada', lastName: role, role }),
      ),
    );
    const locked = await desk.colleague(elsewhere, { firstName: 'Noor', lastName: 'Haddad' });
    await settled();
    peer.received.length = 0;
    const until = minutes(desk.clock.now, 15);
    await desk.record(
      elsewhere,
      [
        {
          stream: streams.access(locked.user),
          events: [{ type: 'UserLockedOut', data: { user: locked.user, until } }],
        },
      ],
      { kind: 'visitor', address: '198.51.100.9' },
    );
    await settled();
    expect(peer.received.flatMap(({ envelope }) => envelope).sort()).toEqual(admins.map(({ email }) => email).sort());
    expect(peer.received[0]?.text).toContain('198.51.100.9');
  });
});
