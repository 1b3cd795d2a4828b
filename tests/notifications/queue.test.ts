import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tasks } from '#app/server/jobs/registry.ts';
import { startWorker, type Worker } from '#app/server/jobs/worker.ts';
import { streams } from '#events/streams.ts';
import { minutes } from '#tests/support/given-people.ts';
import type { MailProcess } from './mail-process.ts';
import { mailSetup } from './mail-setup.ts';

const setup = mailSetup();
const workers: Worker[] = [];
beforeAll(async () => {
  const log = pino({ level: 'silent' });
  for (const { services } of [setup.first, setup.second])
    workers.push(
      await startWorker({
        databaseUrl: setup.db.url,
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
const untilIdle = async (): Promise<void> => {
  for (;;) {
    const { rows } = await setup.db.owner.query<{ left: string }>(
      "select count(*) as left from graphile_worker.jobs where task_identifier in ('deliver-mail', 'enqueue-emails')",
    );
    if (rows[0]?.left === '0') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

type Colleague = Awaited<ReturnType<MailProcess['colleague']>>;
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
  await setup.first.record(setup.org, [
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
  comparison: null,
  signedAt: setup.first.clock.now,
  credential: { method: 'email and password' as const, checkedAt: setup.first.clock.now },
});

test('sends a rejection to the owner and the other approvers, not to the rejecter', async () => {
  const owner = await setup.first.colleague(setup.org, { firstName: 'Priya', lastName: 'Raman', role: 'AUTHOR' });
  const [rejecter, signed, open, removed] = await Promise.all(
    ['Rejecter', 'Signed', 'Open', 'Removed'].map((lastName) =>
      setup.first.colleague(setup.org, { firstName: 'Jan', lastName, role: 'AUTHOR' }),
    ),
  );
  if (!rejecter || !signed || !open || !removed) throw new Error('Four colleagues are needed.');
  await untilIdle();
  setup.peer.received.length = 0;

  const approvals = [rejecter, signed, open, removed].map(ask);
  const [first, second, third, fourth] = approvals;
  if (!first || !second || !third || !fourth) throw new Error('Four approvals are needed.');
  const { document, stream, about, name, number } = await sentForReview(owner, approvals);
  await setup.first.record(setup.org, [
    { stream, events: [{ type: 'ApproverRemoved', data: { ...about, approval: fourth, reason: null } }] },
  ]);
  await untilIdle();
  const requested = setup.peer.received.filter(({ subject }) => subject === `Approval requested: ${number}, ${name}`);
  expect(
    requested
      .flatMap(({ envelope }) => envelope)
      .filter((email) => email !== removed.email)
      .sort(),
  ).toEqual([rejecter, signed, open].map(({ email }) => email).sort());

  setup.peer.received.length = 0;
  await setup.first.record(setup.org, [
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
  await untilIdle();
  expect(setup.peer.received.flatMap(({ envelope }) => envelope).sort()).toEqual(
    [owner, signed, open].map(({ email }) => email).sort(),
  );
  for (const { subject, text } of setup.peer.received) {
    expect(subject).toBe(`Rejected: ${number}, ${name}`);
    expect(text).toContain('Step 4.2 is wrong.');
  }
});

test('assigned training is sent in one email a person, with everything that the event assigned', async () => {
  const owner = await setup.first.colleague(setup.org, { firstName: 'Priya', lastName: 'Raman', role: 'AUTHOR' });
  const learners = await Promise.all(
    ['Zoë', '春樹'].map((firstName) => setup.first.colleague(setup.org, { firstName, lastName: 'Learner' })),
  );
  const [first, second] = await Promise.all([owner, owner].map((who) => sentForReview(who, [ask(owner)])));
  if (!first || !second) throw new Error('Two documents are needed.');
  await untilIdle();
  setup.peer.received.length = 0;
  const dueAt = minutes(setup.first.clock.now, 14 * 24 * 60);
  const assignments = learners.flatMap(({ user }) =>
    [first, second].map(({ about }) => ({ record: randomUUID(), user, ...about, dueAt })),
  );
  const data = { because: 'joined_department' as const, document: null, user: null, assignments };
  await setup.first.record(setup.org, [{ stream: streams.assignment, events: [{ type: 'TrainingAssigned', data }] }]);
  await untilIdle();
  expect(setup.peer.received.flatMap(({ envelope }) => envelope).sort()).toEqual(
    learners.map(({ email }) => email).sort(),
  );
  for (const { subject, text, envelope } of setup.peer.received) {
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
] as const)('an invited person gets one email about all assigned training once %s', async (because, type, words) => {
  const owner = await setup.first.colleague(setup.org, { firstName: 'Priya', lastName: 'Raman', role: 'AUTHOR' });
  const { user, email } = await setup.first.invite(setup.org, { firstName: 'Noor', lastName: 'Haddad' });
  const [first, second] = await Promise.all([owner, owner].map((who) => sentForReview(who, [ask(owner)])));
  if (!first || !second) throw new Error('Two documents are needed.');
  await untilIdle();
  setup.peer.received.length = 0;
  const dueAt = minutes(setup.first.clock.now, 14 * 24 * 60);
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
  await setup.first.record(setup.org, [assigned('published', first)]);
  await untilIdle();
  expect(setup.peer.received).toEqual([]);
  await setup.first.record(setup.org, [
    { stream: streams.user(user), events: [{ type, data: { user } }] },
    assigned(because, second),
  ]);
  await untilIdle();
  expect(setup.peer.received.map(({ envelope, subject }) => [envelope, subject])).toEqual([
    [[email], 'Training: 2 documents to read and sign'],
  ]);
  for (const { name } of [first, second]) expect(setup.peer.received[0]?.text).toContain(name);
  expect(setup.peer.received[0]?.text).toContain(words);
});

test('a locked account is reported to the active admins, in different words to its owner [P11-300d]', async () => {
  const otherOrg = await setup.first.organisation();
  const [owner, colleague] = await Promise.all(
    (['ADMIN', 'SUPER_ADMIN'] as const).map((role) =>
      setup.first.colleague(otherOrg, { firstName: 'Ada', lastName: role, role }),
    ),
  );
  const person = await setup.first.colleague(otherOrg, { firstName: 'Noor', lastName: 'Haddad' });
  await untilIdle();
  const until = minutes(setup.first.clock.now, 15);
  const subjects = async (user: string) => {
    setup.peer.received.length = 0;
    await setup.first.record(
      otherOrg,
      [{ stream: streams.access(user), events: [{ type: 'UserLockedOut', data: { user, until, tries: 'sign_in' } }] }],
      { kind: 'visitor', address: '198.51.100.9' },
    );
    await untilIdle();
    for (const { text } of setup.peer.received) expect(text).toContain('198.51.100.9');
    return Object.fromEntries(setup.peer.received.map(({ envelope, subject }) => [envelope[0], subject]));
  };
  expect(await subjects(person.user)).toEqual({
    [person.email]: 'Your account at Northmere Diagnostics was locked',
    [owner!.email]: 'The account of Noor Haddad was locked',
    [colleague!.email]: 'The account of Noor Haddad was locked',
  });
  expect(await subjects(owner!.user)).toEqual({
    [owner!.email]: 'Your account at Northmere Diagnostics was locked',
    [colleague!.email]: 'The account of Ada ADMIN was locked',
  });
  expect(setup.peer.received.find(({ envelope }) => envelope[0] === owner!.email)?.text).not.toContain('deactivate');
});
