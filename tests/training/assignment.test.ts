import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encode, type E } from '#events/catalogue.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { streams } from '#events/streams.ts';
import { assignRetraining } from '#app/training/commands/assign-retraining.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { documentsToRetrain } from '#app/training/queries/retraining.ts';
import {
  beforeAppend,
  inDays,
  organisation,
  published,
  somebody,
  sop,
  trainingOf,
  type Organisation,
} from '#tests/support/organisation.ts';

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
