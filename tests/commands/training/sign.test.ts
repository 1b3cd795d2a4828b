import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encode, type E } from '#events/catalogue.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { streams } from '#events/streams.ts';
import { assignRetraining } from '#app/commands/clock/assign-retraining.ts';
import { becomeEffective } from '#app/commands/clock/become-effective.ts';
import { retireDocument } from '#app/commands/document/retire.ts';
import { reviseDocument } from '#app/commands/document/revise.ts';
import { changeSettings } from '#app/commands/organisation/change-settings.ts';
import { openFile } from '#app/commands/reading/open-file.ts';
import { signTraining } from '#app/commands/training/sign.ts';
import { deactivateUser } from '#app/commands/user/activation.ts';
import { documentsToRetrain } from '#app/queries/training/retraining.ts';
import { signatureOf, type Person } from '#app/demo/world.ts';
import {
  beforeAppend,
  inDays,
  organisation,
  somebody,
  sop,
  trainingOf,
  type Organisation,
} from '#tests/commands/organisation.ts';

/** A document of the author's, approved by the other author and published to the department Quality. */
async function published(org: Organisation, docNum: string, effectiveAt = inDays(30)): Promise<string> {
  const uid = await org.world.create(org.author, { ...sop(docNum), approvers: [org.other] });
  await org.world.sign(org.other, uid);
  await org.world.publish(uid, ['Quality'], effectiveAt);
  return uid;
}

const recordOf = async ({ services, world }: Organisation, document: string, person: Person): Promise<string> => {
  const row = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.training_record')
      .select('uid')
      .where('document_uid', '=', document)
      .where('user_uid', '=', person.uid)
      .orderBy('assigned_position', 'desc')
      .executeTakeFirstOrThrow(),
  );
  return row.uid;
};

const open = (org: Organisation, person: Person, document: string, version = '1.0') =>
  org.world.attempt(person, openFile, { document, version, kind: 'final', purpose: 'training' });

const typesOf = async ({ services, world }: Organisation, stream: string) =>
  (await services.ledger.readStream(world.org, stream)).events.map(({ type }) => type);

/** Members of a department by the hundred, as events alone: nobody of them signs in. */
async function crowd({ services, world }: Organisation, size: number): Promise<void> {
  const [department = ''] = world.uidsOf(['Quality']);
  const writes = Array.from({ length: size }, (_, index) => {
    const user = randomUUID();
    const events: E[] = [
      {
        type: 'UserInvited',
        data: {
          user,
          firstName: 'Member',
          lastName: String(index),
          email: `${user}@crowd.example`,
          role: 'EMPLOYEE',
          departments: [{ uid: department, name: 'Quality' }],
          codeExpiresAt: inDays(1),
        },
      },
    ];
    if (index % 2 === 0) events.push({ type: 'UserConfirmed', data: { user } });
    if (index % 100 === 0) {
      events.push({ type: 'UserDeactivated', data: { user, fromStatus: 'ACTIVE', reason: 'Left the organisation.' } });
    }
    return { stream: streams.user(user), expectedVersion: 0, events: events.map(encode) };
  });
  const actor = { kind: 'system' as const, name: 'Test' };
  const outcome = await services.ledger.append({ org: world.org, actor, commandId: randomUUID(), writes });
  expect(outcome.kind).toBe('appended');
}

describe('publishing to six hundred people', () => {
  it('assigns every ACTIVE and INVITED member once, in recorded batches of at most 500', async () => {
    const org = await organisation();
    await crowd(org, 600);
    const document = await published(org, '001');
    const { events } = await org.services.ledger.readStream(org.world.org, streams.assignment);
    const batches = events
      .filter(({ data }) => data.because === 'published')
      .map(({ data }) => (data.assignments as unknown[]).length);
    // Six of the six hundred are deactivated; the author and the employee belong to the department too.
    expect(batches).toEqual([500, 96]);
    const users = (await trainingOf(org, document)).map(({ user_uid: user }) => user);
    expect(new Set(users).size).toBe(596);
  });
});

describe('signing that one has read and understood', () => {
  it('[P11-50a] [ISO9001-72] completes the record for ever', async () => {
    const org = await organisation();
    const { world, employee } = org;
    const document = await published(org, '010');
    const record = await recordOf(org, document, employee);
    const form = { ...signatureOf(employee), record };
    expect(await world.attempt(employee, signTraining, form)).toMatchObject({
      failure: { code: 'signature_pdf_not_opened' },
    });
    await open(org, employee, document);
    const send = (id?: string) => world.attempt(employee, signTraining, form, id);
    const answers = await Promise.all([send('the-same-form'), send('the-same-form'), send()]);
    expect(answers).toEqual(answers.map(() => ({ ok: true, value: { record, document } })));
    // Sent again without saying so, it is answered the same; with other words or no right password it is refused.
    expect(await world.attempt(employee, signTraining, form)).toEqual(answers[0]);
    expect(await world.attempt(employee, signTraining, { ...form, signedName: 'H. Kobayashi' })).toMatchObject({
      failure: { code: 'record_already_completed' },
    });
    expect(await world.attempt(employee, signTraining, { ...form, password: 'not-this-one' })).toMatchObject({
      failure: { code: 'signature_credentials_wrong' },
    });
    // After a day it is no longer the same submission.
    org.services.clock.now = inDays(1.1);
    expect(await world.attempt(employee, signTraining, form)).toMatchObject({
      failure: { code: 'record_already_completed' },
    });
    org.services.clock.now = null;
    expect(await typesOf(org, streams.record(record))).toEqual(['TrainingCompleted']);
    await world.act(org.admin, retireDocument, { document, reason: 'Replaced.' });
    const training = await trainingOf(org, document);
    expect(training.find(({ user_uid: user }) => user === employee.uid)).toMatchObject({ status: 'COMPLETED' });
  });

  it('is refused on another person’s record and on a cancelled one', async () => {
    const org = await organisation();
    const { world, admin, author, employee } = org;
    const document = await published(org, '011');
    const record = await recordOf(org, document, employee);
    for (const person of [author, admin])
      expect(await world.attempt(person, signTraining, { ...signatureOf(person), record })).toMatchObject({
        failure: { code: 'record_not_yours' },
      });
    await open(org, employee, document);
    await world.act(admin, retireDocument, { document, reason: 'Replaced.' });
    expect(await world.attempt(employee, signTraining, { ...signatureOf(employee), record })).toMatchObject({
      failure: { code: 'record_not_open' },
    });
  });

  it('at the moment the document is retired ends completed or cancelled, never both', async () => {
    const org = await organisation();
    const { world, admin, employee } = org;
    for (let round = 0; round < 6; round++) {
      const document = await published(org, `02${round}`);
      const record = await recordOf(org, document, employee);
      await open(org, employee, document);
      const sign = world.attempt(employee, signTraining, { ...signatureOf(employee), record });
      await new Promise((resolve) => setTimeout(resolve, round * 12));
      const [signed, retired] = await Promise.all([
        sign,
        world.attempt(admin, retireDocument, { document, reason: 'Replaced.' }),
      ]);
      expect(retired.ok).toBe(true);
      const { events } = await org.services.ledger.readStream(world.org, streams.training(document));
      const cancelled = JSON.stringify(events.filter(({ type }) => type === 'TrainingCancelled')).includes(record);
      const completed = (await typesOf(org, streams.record(record))).length === 1;
      expect([completed, cancelled]).toEqual(signed.ok ? [true, false] : [false, true]);
    }
  });
});

describe('[P11-10e] a signature and what cancels the record, decided side by side', () => {
  const retiring = ({ world, admin }: Organisation, document: string): Promise<unknown> =>
    world.act(admin, retireDocument, { document, reason: 'Replaced.' });
  const leaving = ({ world, admin, employee }: Organisation): Promise<unknown> =>
    world.act(admin, deactivateUser, { user: employee.uid });

  it.each([
    ['the document is retired', retiring],
    ['the person is deactivated', leaving],
  ])('where %s just before the signature is recorded, it is not', async (_, cancelling) => {
    const org = await organisation();
    const { world, employee } = org;
    const document = await published(org, '050');
    const record = await recordOf(org, document, employee);
    await open(org, employee, document);
    const signed = await beforeAppend(
      org,
      () => cancelling(org, document),
      () => world.attempt(employee, signTraining, { ...signatureOf(employee), record }),
    );
    expect(signed.ok).toBe(false);
    expect(await typesOf(org, streams.record(record))).toEqual([]);
  });

  it.each([
    ['the document is retired', retiring],
    ['the person is deactivated', leaving],
  ])('where it is signed just before %s, the record stays completed and is not cancelled', async (_, cancelling) => {
    const org = await organisation();
    const { world, employee } = org;
    // The first signature also writes to the person, which whatever is decided on the person conflicts with already.
    const earlier = await published(org, '052');
    await open(org, employee, earlier);
    const first = await recordOf(org, earlier, employee);
    await world.act(employee, signTraining, { ...signatureOf(employee), record: first });
    const document = await published(org, '051');
    const record = await recordOf(org, document, employee);
    await open(org, employee, document);
    await beforeAppend(
      org,
      () => world.act(employee, signTraining, { ...signatureOf(employee), record }),
      () => cancelling(org, document),
    );
    const batches = [streams.training(document), streams.learner(employee.uid)];
    const { ledger } = org.services;
    const read = await Promise.all(batches.map((stream) => ledger.readStream(world.org, stream)));
    const cancelled = read.flatMap(({ events }) => events).filter(({ type }) => type === 'TrainingCancelled');
    expect(JSON.stringify(cancelled)).not.toContain(record);
    expect(await typesOf(org, streams.record(record))).toEqual(['TrainingCompleted']);
  });
});

describe('the days within which training is due', () => {
  it('are those of the setting, for members and for people who confirm later', async () => {
    const org = await organisation();
    const { services, world, admin } = org;
    const settings = { ...defaultSettings, trainingDueDays: 30 };
    await world.act(admin, changeSettings, { name: world.name, settings, reason: 'Shifts of four weeks.' });
    const document = await published(org, '012', inDays(1));
    await world.join(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality']);
    const records = await services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select(['assigned_because', 'assigned_at', 'due_at'])
        .where('document_uid', '=', document)
        .orderBy('assigned_position')
        .execute(),
    );
    const days = ({ assigned_at, due_at }: (typeof records)[number]) =>
      Math.round((Date.parse(due_at) - Date.parse(assigned_at)) / 86_400_000);
    expect(records.map((record) => [record.assigned_because, days(record)])).toEqual([
      ['published', 30],
      ['published', 30],
      ['confirmed', 30],
    ]);
  });
});

describe('a version that comes into force', () => {
  it('cancels what is open on the version before it, and leaves what is completed', async () => {
    const org = await organisation();
    const { world, author, other, employee } = org;
    const document = await world.create(author, { ...sop('030'), approvers: [other] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const files = await world.upload(author, world.paperOf({ ...sop('030'), version: '2.0' }), document);
    const revision = { document, ...files, name: 'Procedure 030', version: '2.0', approvers: [other.uid] };
    await world.act(author, reviseDocument, revision);
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    const training = (await trainingOf(org, document)).map(({ user_uid, version, status, cancelled_because }) =>
      [user_uid === employee.uid ? 'employee' : 'author', version, status, cancelled_because].join(' '),
    );
    expect(training.sort()).toEqual([
      'author 1.0 CANCELLED superseded',
      'author 2.0 OPEN ',
      'employee 1.0 COMPLETED ',
      'employee 2.0 OPEN ',
    ]);
  });
});

describe('retraining', () => {
  it('is not assigned where the document is retired while it is being determined', async () => {
    const org = await organisation();
    const { world, services, admin, author, employee } = org;
    const document = await world.create(author, { ...sop('041'), approvers: [org.other] });
    await world.sign(org.other, document);
    await world.publishNow(document, ['Quality']);
    for (const person of [author, employee]) await world.train(person, document);
    services.clock.now = inDays(366);
    await beforeAppend(
      org,
      () => world.act(admin, retireDocument, { document, reason: 'Replaced.' }),
      () => assignRetraining(services, world.org, document),
    );
    expect((await trainingOf(org, document)).map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
  });

  it('is assigned once the due days before the interval ends, and only once', async () => {
    const org = await organisation();
    const { world, services, employee } = org;
    const document = await world.create(org.author, { ...sop('040'), approvers: [org.other] });
    await world.sign(org.other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const due = (now: string) => services.database.read(world.org, (db) => documentsToRetrain(db, now));
    expect(await due(inDays(350))).toEqual([]);
    expect(await due(inDays(352))).toEqual([document]);
    services.clock.now = inDays(366);
    expect(await becomeEffective(services, world.org, document)).toEqual({ ok: true, value: 'nothing' });
    await Promise.all([1, 2].map(() => assignRetraining(services, world.org, document)));
    const own = (await trainingOf(org, document)).filter(({ user_uid: user }) => user === employee.uid);
    expect(own.map(({ status }) => status)).toEqual(['COMPLETED', 'OPEN']);
    expect(await due(inDays(366))).toEqual([]);
  });
});
