import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encode, type E } from '#events/catalogue.ts';
import type { AppendOutcome } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';
import { constraints } from '#projections/constraints.ts';
import { commands, lives, live } from '#tests/deciders/document-world.ts';
import { openLedger } from './rows.ts';

const { ledger } = await openLedger();

const write = (org: string, stream: string, events: readonly E[], expectedVersion = 0): Promise<AppendOutcome> =>
  ledger.append({
    org,
    actor: { kind: 'system', name: 'clock' },
    commandId: randomUUID(),
    writes: [{ stream, expectedVersion, events: events.map(encode) }],
  });

/** All of them at once: one is recorded, the others are refused by the constraint. */
async function race(constraint: string, appends: readonly (() => Promise<AppendOutcome>)[]): Promise<void> {
  const outcomes = await Promise.all(appends.map((append) => append()));
  expect(outcomes.filter(({ kind }) => kind === 'appended')).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind !== 'appended')).toEqual(
    Array.from({ length: appends.length - 1 }, () => ({ kind: 'violated', constraint })),
  );
}

const draft = (details: Partial<(typeof commands.CreateDocument)['details']>, document = randomUUID()) => {
  const [event] = live({
    ...commands.CreateDocument,
    document,
    details: { ...commands.CreateDocument.details, ...details },
  });
  return { document, event: event! };
};
const create = (org: string, details: Parameters<typeof draft>[0]) => () => {
  const { document, event } = draft(details);
  return write(org, streams.document(document), [event]);
};
const person = (org: string, email: string) => () => {
  const user = randomUUID();
  return write(org, streams.user(user), [
    {
      type: 'UserInvited',
      data: {
        user,
        firstName: 'Noor',
        lastName: 'Haddad',
        email,
        role: 'EMPLOYEE',
        departments: [],
        codeExpiresAt: '2026-03-13T00:00:00.000Z',
      },
    },
  ]);
};
const department = (org: string, name: string) => () => {
  const uid = randomUUID();
  return write(org, streams.department(uid), [{ type: 'DepartmentCreated', data: { department: uid, name } }]);
};

describe('what must be unique is, in whichever order', () => {
  test('a document name, in its organisation', async () => {
    const org = randomUUID();
    const numbers = ['001', '002', '003', '004', '005', '006'];
    await race(
      constraints.documentName,
      numbers.map((docNum) => create(org, { name: 'Cleaning', docNum })),
    );
    expect(await create(org, { name: 'cleaning', docNum: '007' })()).toMatchObject({ kind: 'violated' });
    expect(await create(randomUUID(), { name: 'Cleaning', docNum: '001' })()).toMatchObject({ kind: 'appended' });
  });

  test('a name composed in two ways is one name', async () => {
    const org = randomUUID();
    const event = draft({ docNum: '002' }).event as E<'DocumentCreated'>;
    expect(await create(org, { name: 'Größe', docNum: '001' })()).toMatchObject({ kind: 'appended' });
    const decomposed = { ...event, data: { ...event.data, name: ' Größe'.normalize('NFD') } };
    expect(await write(org, streams.document(event.data.document), [decomposed])).toEqual({
      kind: 'violated',
      constraint: constraints.documentName,
    });
  });

  test('type and doc ID, in their organisation', async () => {
    const org = randomUUID();
    const names = ['One', 'Two', 'Three', 'Four'];
    await race(
      constraints.documentNumber,
      names.map((name) => create(org, { name, docNum: '017' })),
    );
    expect(await create(org, { name: 'Five', docNum: '017', type: 'Policy' })()).toMatchObject({ kind: 'appended' });
  });

  test('a discarded draft frees both; a retired document keeps them for ever', async () => {
    const org = randomUUID();
    const first = await write(
      org,
      streams.document(commands.CreateDocument.document),
      live(...lives.CREATED, commands.Discard),
    );
    expect(first.kind).toBe('appended');
    expect(await create(org, {})()).toMatchObject({ kind: 'appended' });

    const other = randomUUID();
    await write(other, streams.document(commands.CreateDocument.document), live(...lives.RETIRED));
    expect(await create(other, { name: 'Another' })()).toEqual({
      kind: 'violated',
      constraint: constraints.documentNumber,
    });
    expect(await create(other, { docNum: '018' })()).toEqual({
      kind: 'violated',
      constraint: constraints.documentName,
    });
  });

  test('a department name, whatever its case, also when renamed', async () => {
    const org = randomUUID();
    await race(
      constraints.departmentName,
      ['Quality', 'QUALITY', 'quality'].map((name) => department(org, name)),
    );
    const uid = randomUUID();
    await write(org, streams.department(uid), [
      { type: 'DepartmentCreated', data: { department: uid, name: 'Stores' } },
    ]);
    const data = { department: uid, old: 'Stores', new: 'qualitY', reason: null };
    expect(await write(org, streams.department(uid), [{ type: 'DepartmentRenamed', data }], 1)).toMatchObject({
      constraint: constraints.departmentName,
    });
  });

  test('a functional area, whatever its case', async () => {
    const org = randomUUID();
    const area = (name: string) => () =>
      write(org, streams.functionalArea(name), [{ type: 'FunctionalAreaCreated', data: { area: name, name } }]);
    await race(constraints.functionalAreaName, [area('QA'), area('qa'), area('Qa')]);
  });

  test('an email address, in the whole installation', async () => {
    const email = `${randomUUID()}@example.test`;
    await race(
      constraints.userEmail,
      Array.from({ length: 5 }, () => person(randomUUID(), email)),
    );
  });

  test('an open approval of a person on a version', async () => {
    const org = randomUUID();
    const { document } = commands.CreateDocument;
    const events = live(...lives.IN_REVIEW);
    await write(org, streams.document(document), events);
    const [sent] = events.filter((event) => event.type === 'DocumentSentForReview');
    const approval = { ...sent!.data.approvals[0]!, uid: randomUUID() };
    const added: E = { type: 'ApproverAdded', data: { document, version: '1.0', approval } };
    expect(await write(org, streams.document(document), [added], events.length)).toEqual({
      kind: 'violated',
      constraint: constraints.openApproval,
    });
  });
});
