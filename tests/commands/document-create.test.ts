import { describe, expect, it } from 'vitest';
import { attachFile } from '#app/commands/document/attach-file.ts';
import { createDocument } from '#app/commands/document/create.ts';
import { editDraft } from '#app/commands/document/edit-draft.ts';
import { reviseDocument } from '#app/commands/document/revise.ts';
import { saveDocument } from '#app/commands/document/save.ts';
import { sendForReview } from '#app/commands/document/send.ts';
import { deactivateUser } from '#app/commands/user/activation.ts';
import { draftForm, draftScreenForm } from '#app/forms/document.ts';
import { readDocument } from '#app/queries/document/get-document.ts';
import { beforeAppend, eventsOf, organisation, revision, rowOf, sop } from './organisation.ts';

const messages = (input: Record<string, unknown>): Record<string, string[]> => {
  const parsed = draftForm.safeParse(input);
  const fields: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) (fields[String(path[0])] ??= []).push(message);
  return fields;
};

const complete = {
  ...sop('001', 'Batch Record Review'),
  version: '1.0',
  working: 'key',
  final: 'key',
  approvers: ['0b9e3f6e-5f0e-4b8f-9c43-3f0c6f4c1f11'],
  send: true,
};

describe('the document form', () => {
  it('takes what is complete', () => expect(messages(complete)).toEqual({}));

  it('names every missing field at once, in the specification’s words', () => {
    const required = ['This field is required.'];
    expect(messages({ send: true })).toEqual({
      name: ['Must enter a valid document name.'],
      working: required,
      final: required,
      type: required,
      functionalArea: required,
      docNum: required,
      version: required,
      approvers: required,
    });
  });

  it.each([
    ['name', '   ', 'Must enter a valid document name.'],
    ['name', '_Batch Record', 'Name must not start with a special character.'],
    ['name', '#1 Batch Record', 'Name must not start with a special character.'],
    ['name', 'x'.repeat(81), 'Invalid Input.'],
    ['docNum', '000', 'Invalid Input.'],
    ['docNum', '1', 'Invalid Input.'],
    ['docNum', '001-01', 'Invalid Input.'],
    ['version', '1', 'Must use ###.## format'],
    ['version', '1.000', 'Must use ###.## format'],
    ['version', '0.0', 'Invalid Input.'],
    ['type', 'Memo', 'Invalid Input.'],
  ])('says of %s %j: %s', (field, value, message) => {
    expect(messages({ ...complete, [field]: value })).toEqual({ [field]: [message] });
  });

  it('wants ###-## of Forms and Templates', () => {
    expect(messages({ ...complete, type: 'Form', docNum: '001' })).toEqual({ docNum: ['Invalid Input.'] });
    expect(messages({ ...complete, type: 'Template', docNum: '001-01' })).toEqual({});
  });

  it('wants no approvers of what is already effective, and neither files nor approvers of a draft', () => {
    expect(messages({ ...complete, approvers: [], externallyEffective: true })).toEqual({});
    const declared = { ...complete, approvers: [], externallyEffective: true };
    const atScreen = (declarationReason: string) =>
      draftScreenForm
        .safeParse({ ...declared, declarationReason })
        .error?.issues.map(({ path, message }) => [path[0], message]);
    expect(atScreen(' ')).toEqual([['declarationReason', 'This field is required.']]);
    expect(atScreen('x'.repeat(1001))).toEqual([['declarationReason', 'Invalid Input.']]);
    expect(atScreen('Approved on paper in 2024.')).toBeUndefined();
    // In the order in which the page asks.
    const bare = { ...declared, name: '', working: '', final: '', docNum: '', declarationReason: '' };
    const missing = draftScreenForm.safeParse(bare).error?.issues.map(({ path }) => path[0]);
    expect(missing).toEqual(['name', 'declarationReason', 'working', 'final', 'docNum']);
    expect(messages({ ...complete, approvers: [], working: '', final: '', send: false })).toEqual({});
  });
});

describe('creating a document', () => {
  it('records draft, files and review as one append, with an open approval and a letter for each approver', async () => {
    const org = await organisation();
    const { world, author, admin, services } = org;
    const uid = await world.create(author, { ...sop('001'), approvers: [admin, author] });
    expect(await eventsOf(org, uid)).toEqual([
      'DocumentCreated',
      'DocumentFileAttached',
      'DocumentFileAttached',
      'DocumentSentForReview',
    ]);
    const { events } = await services.ledger.readStream(world.org, `document-${uid}`);
    expect(new Set(events.map(({ commandId }) => commandId)).size).toBe(1);
    expect(await rowOf(org, uid)).toMatchObject({
      status: 'IN_REVIEW',
      owner_uid: author.uid,
      training_interval: 365,
      review_interval: 730,
      working_file: { name: 'SOP-QA-001 Procedure 001.fodt' },
    });
    const approvals = await services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select(['user_uid', 'status']).where('document_uid', '=', uid).execute(),
    );
    expect(approvals.map(({ status }) => status)).toEqual(['OPEN', 'OPEN']);
  });

  it('keeps a draft that lacks files and approvers; later it is edited, completed and sent', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const draft = { ...sop('002'), version: '1.0', send: false };
    const { document } = await world.act(author, createDocument, draft);
    expect(await rowOf(org, document)).toMatchObject({ status: 'CREATED', final_file: null });

    const foreign = await world.attempt(other, editDraft, { ...draft, document, name: 'Mine now' });
    expect(foreign).toMatchObject({ ok: false, failure: { code: 'not_allowed' } });
    const early = await world.attempt(author, sendForReview, { document, approvers: [admin.uid] });
    expect(early).toMatchObject({ ok: false, failure: { code: 'document_files_missing' } });

    const files = await world.upload(author, world.paperOf(sop('002')));
    await world.act(author, editDraft, { ...draft, ...files, document, name: 'Renamed', version: '1.1' });
    await world.act(author, editDraft, { ...draft, ...files, document, name: 'Renamed', version: '1.1' });
    expect((await eventsOf(org, document)).slice(1)).toEqual([
      'DocumentEdited',
      'DocumentFileAttached',
      'DocumentFileAttached',
    ]);
    await world.act(author, editDraft, {
      ...draft,
      ...files,
      document,
      name: 'Renamed',
      version: '1.1',
      send: true,
      approvers: [admin.uid],
    });
    expect(await rowOf(org, document)).toMatchObject({ status: 'IN_REVIEW', name: 'Renamed', version: '1.1' });
  });

  it.each(['working', 'final'] as const)('is modified where another %s file is attached to the draft', async (kind) => {
    const org = await organisation();
    const { world, author } = org;
    const document = await world.create(author, { ...sop('008'), send: false });
    const before = await rowOf(org, document);
    const files = await world.upload(author, world.paperOf({ ...sop('008'), version: '1.1' }));
    await world.act(author, attachFile, { document, kind, objectKey: files[kind] });
    const after = await rowOf(org, document);
    expect(after?.[`${kind}_file`]?.objectKey).not.toBe(before?.[`${kind}_file`]?.objectKey);
    expect(Date.parse(after?.revised_at ?? '')).toBeGreaterThan(Date.parse(before?.revised_at ?? ''));
  });

  it('remembers whom a draft’s author means to ask, and forgets them where they are taken away', async () => {
    const org = await organisation();
    const { world, author, other, admin, services } = org;
    const intendedApprovers = async () =>
      (await services.database.read(world.org, (db) => readDocument(db, document)))?.asked.toSorted();
    const draft = { ...sop('012'), version: '1.0', send: false };
    const both = [admin.uid, other.uid].toSorted();
    const { document } = await world.act(author, createDocument, { ...draft, approvers: [admin.uid] });
    expect(await intendedApprovers()).toEqual([admin.uid]);
    await world.act(author, editDraft, { ...draft, document, approvers: both });
    expect(await intendedApprovers()).toEqual(both);
    // In another order they are the same; a call that saves the draft names nobody, and takes nobody away.
    await world.act(author, editDraft, { ...draft, document, approvers: both.toReversed() });
    const whole = { working: '', final: '', externallyEffective: false, declare: false };
    await world.act(author, saveDocument, { ...draft, ...whole, document, name: 'Renamed' });
    expect(await intendedApprovers()).toEqual(both);
    await world.act(author, editDraft, { ...draft, document, name: 'Renamed', approvers: [] });
    expect(await intendedApprovers()).toEqual([]);
    expect(await eventsOf(org, document)).toEqual([
      'DocumentCreated',
      'DocumentEdited',
      'DocumentEdited',
      'DocumentEdited',
    ]);
    const asked = await services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('uid').where('document_uid', '=', document).execute(),
    );
    expect(asked).toEqual([]);
  });

  it('asks somebody once who is named twice', async () => {
    const org = await organisation();
    const { world, services, author, other } = org;
    const document = await world.create(author, { ...sop('012'), approvers: [other, other] });
    const asked = await services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('user_uid').where('document_uid', '=', document).execute(),
    );
    expect(asked).toEqual([{ user_uid: other.uid }]);
  });

  it.each([{ trainingInterval: 180 }, { reviewInterval: 180 }])(
    'is saved with %o no more once it was published: that is a revision',
    async (days) => {
      const { world, admin, author, other } = await organisation();
      const document = await world.create(author, { ...sop('013'), approvers: [other] });
      await world.sign(other, document);
      await world.publishNow(document, ['Quality']);
      const asIs = { ...sop('013'), document, version: '1.0', externallyEffective: false, working: '', final: '' };
      const save = (more: object) => world.attempt(admin, saveDocument, { ...asIs, declare: false, ...more });
      expect(await save({})).toMatchObject({ ok: true });
      expect(await save(days)).toMatchObject({ failure: { code: 'document_not_in_status' } });
    },
  );

  it('remembers why a draft is said to be effective already, until that is taken back', async () => {
    const org = await organisation();
    const { world, admin, services } = org;
    const savedReason = async () =>
      (await services.database.read(world.org, (db) => readDocument(db, document)))?.declarationReason;
    const draft = { ...sop('014'), version: '1.0', send: false, externallyEffective: true };
    const { document } = await world.act(admin, createDocument, { ...draft, declarationReason: 'Signed on paper' });
    expect(await savedReason()).toBe('Signed on paper');
    await world.act(admin, editDraft, { ...draft, document, declarationReason: 'Signed on paper in 2024' });
    expect(await savedReason()).toBe('Signed on paper in 2024');
    // A call that saves the draft gives no reason, and takes none away.
    const whole = { working: '', final: '', declare: false };
    await world.act(admin, saveDocument, { ...draft, ...whole, document, name: 'Renamed' });
    expect(await savedReason()).toBe('Signed on paper in 2024');
    const taken = { externallyEffective: false, declarationReason: 'Signed on paper in 2024' };
    await world.act(admin, editDraft, { ...draft, document, name: 'Renamed', ...taken });
    expect(await savedReason()).toBe('');
  });

  it('is not effective already where it goes to approvers after all, whatever was said of the draft', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const document = await world.create(admin, { ...sop('011'), externallyEffective: true, send: false });
    expect(await rowOf(org, document)).toMatchObject({ externally_effective: true });
    await world.act(admin, sendForReview, { document, approvers: [other.uid] });
    expect(await rowOf(org, document)).toMatchObject({ status: 'IN_REVIEW', externally_effective: false });
    await world.sign(other, document);
    expect(await rowOf(org, document)).toMatchObject({ status: 'APPROVED', externally_effective: false });
  });

  it('keeps the intervals that a call gave it, where a form that does not ask for them saves or revises it', async () => {
    const org = await organisation();
    const { world, author, admin } = org;
    const intervals = async () => {
      const row = await rowOf(org, document);
      return [row?.training_interval, row?.review_interval];
    };
    const draft = { ...sop('015'), version: '1.0', approvers: [admin.uid] };
    const given = { trainingInterval: 180, reviewInterval: 300 };
    const { document } = await world.act(author, createDocument, { ...draft, ...given });
    const files = await world.upload(author, world.paperOf(sop('015')));
    await world.act(author, editDraft, { ...draft, ...files, document, name: 'Renamed', send: true });
    expect(await intervals()).toEqual([180, 300]);
    await world.act(author, reviseDocument, await revision(org, document, author, '1.1', [admin]));
    expect(await intervals()).toEqual([180, 300]);
  });

  it('refuses a name and a number that are taken, in the specification’s words', async () => {
    const { world, author } = await organisation();
    await world.create(author, { ...sop('003', 'Change Control'), send: false });
    const name = await world.attempt(author, createDocument, { ...sop('004', ' Change Control '), version: '1.0' });
    expect(name).toMatchObject({ failure: { fields: { name: ['Document name is already in use.'] } } });
    const number = await world.attempt(author, createDocument, { ...sop('003', 'Other name'), version: '1.0' });
    expect(number).toMatchObject({
      failure: { fields: { docNum: ['Document with matching Type and ID already exists.'] } },
    });
    const area = await world.attempt(author, createDocument, {
      ...sop('005'),
      functionalArea: 'XX',
      version: '1.0',
    });
    expect(area).toMatchObject({ failure: { code: 'functional_area_unknown' } });
  });

  it('lets one of two win who take the same name, or the same number, at once', async () => {
    const { world, author, other } = await organisation();
    const outcome = async (first: object, second: object) => {
      const both = await Promise.all([
        world.attempt(author, createDocument, { ...first, version: '1.0' }),
        world.attempt(other, createDocument, { ...second, version: '1.0' }),
      ]);
      return both.map((result) => (result.ok ? 'created' : result.failure.code)).sort();
    };
    expect(await outcome(sop('010', 'Cleaning'), sop('011', 'Cleaning'))).toEqual(['created', 'document_name_in_use']);
    expect(await outcome(sop('020', 'Weighing'), sop('020', 'Drying'))).toEqual(['created', 'document_number_in_use']);
  });

  it('records the same form once, however often and however soon it is sent', async () => {
    const org = await organisation();
    const { world, author, services } = org;
    const input = { ...sop('030'), version: '1.0', document: services.newId() };
    const command = services.newId();
    const twice = await Promise.all([
      world.attempt(author, createDocument, input, command),
      world.attempt(author, createDocument, input, command),
    ]);
    const again = await world.attempt(author, createDocument, input, command);
    expect([...twice, again]).toEqual(Array(3).fill({ ok: true, value: { document: input.document } }));
    const corrected = await world.attempt(author, createDocument, { ...input, name: 'Procedure 30, corrected' });
    expect(corrected).toMatchObject({
      failure: {
        code: 'document_not_in_status',
        detail: 'It was created before, as “Procedure 030”. Look for it among your documents, and change it there.',
      },
    });
    expect(await eventsOf(org, input.document)).toEqual(['DocumentCreated']);
  });

  it('takes a uid in capitals for the one that it is, and never for room for another document', async () => {
    const org = await organisation();
    const { world, author } = org;
    const document = await world.create(author, { ...sop('001'), send: false });
    const other = { ...sop('002', 'Something Else'), version: '1.0', send: false };
    const attempt = await world.attempt(author, createDocument, { ...other, document: document.toUpperCase() });
    expect(attempt).toMatchObject({ failure: { code: 'document_not_in_status' } });
    expect(await rowOf(org, document)).toMatchObject({ name: sop('001').name, doc_num: '001' });
    const edited = { ...sop('001', 'Edited'), version: '1.0', send: false, document: document.toUpperCase() };
    await world.act(author, editDraft, edited);
    expect((await rowOf(org, document))?.name).toBe('Edited');
  });

  it('takes no uid that is not made as the product makes them: uploads land under the nil one, and are swept from there', async () => {
    const { world, author } = await organisation();
    for (const digit of ['0', 'f']) {
      const document = '8-4-4-4-12'.replace(/\d+/g, (count) => digit.repeat(Number(count)));
      const attempt = await world.attempt(author, createDocument, { ...sop('001'), version: '1.0', document });
      expect(attempt).toMatchObject({ failure: { code: 'invalid_input', fields: { document: ['Invalid Input.'] } } });
    }
  });

  it('lets admins alone declare a document effective outside the system', async () => {
    const org = await organisation();
    const { world, author, admin } = org;
    const files = await world.upload(author, world.paperOf(sop('040')));
    const input = { ...sop('040'), ...files, version: '1.0', externallyEffective: true, send: true };
    expect(await world.attempt(author, createDocument, input)).toMatchObject({
      failure: { code: 'externally_effective_requires_admin' },
    });
    const own = await world.upload(admin, world.paperOf(sop('041')));
    const declarationReason = 'Approved on paper in 2024.';
    const declared = { ...input, ...sop('041'), ...own, declarationReason };
    const { document: uid } = await world.act(admin, createDocument, declared);
    expect(await rowOf(org, uid)).toMatchObject({ status: 'APPROVED', approved: true, externally_effective: true });
    const { events } = await org.services.ledger.readStream(world.org, `document-${uid}`);
    expect(events.at(-1)?.data).toMatchObject({ reason: declarationReason });
  });

  it('asks only active authors and admins to approve', async () => {
    const { world, author, employee } = await organisation();
    const files = await world.upload(author, world.paperOf(sop('050')));
    const input = { ...sop('050'), ...files, version: '1.0', send: true, document: world.ports.newId() };
    for (const approver of [employee.uid, world.ports.newId()]) {
      expect(await world.attempt(author, createDocument, { ...input, approvers: [approver] })).toMatchObject({
        failure: { code: 'approver_not_eligible' },
      });
    }
  });

  it('asks nobody who is deactivated while the form is on its way', async () => {
    const org = await organisation();
    const { world, author, admin, other } = org;
    const document = await world.create(author, { ...sop('045'), send: false });
    const refused = await beforeAppend(
      org,
      () => world.act(admin, deactivateUser, { user: other.uid }),
      () => world.attempt(author, sendForReview, { document, approvers: [other.uid] }),
    );
    expect(refused).toMatchObject({ ok: false, failure: { code: 'approver_not_eligible' } });
    expect(await rowOf(org, document)).toMatchObject({ status: 'CREATED' });
  });

  it('keeps the uploads of a refused form for its second sending, and takes nobody else’s', async () => {
    const { world, author, other, services } = await organisation();
    await world.create(other, { ...sop('060', 'Taken'), send: false });
    const files = await world.upload(author, world.paperOf(sop('061')));
    const input = { ...sop('061'), ...files, version: '1.0', document: services.newId() };
    const refused = await world.attempt(author, createDocument, { ...input, name: 'Taken' });
    expect(refused).toMatchObject({ failure: { code: 'document_name_in_use' } });
    const stolen = await world.attempt(other, createDocument, { ...input, document: services.newId() });
    expect(stolen).toMatchObject({ failure: { code: 'file_missing' } });
    expect(await world.attempt(author, createDocument, input)).toMatchObject({ ok: true });
  });

  it('is not for employees', async () => {
    const { world, employee } = await organisation();
    expect(await world.attempt(employee, createDocument, { ...sop('070'), version: '1.0' })).toMatchObject({
      failure: { code: 'not_allowed' },
    });
  });
});
