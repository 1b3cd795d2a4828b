import { describe, expect, it } from 'vitest';
import { createDocument } from '#app/documents/commands/create.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { beforeAppend, eventsOf, organisation, rowOf, sop } from '#tests/support/organisation.ts';

describe('creating a document', () => {
  it('records draft, files and review in one append, with an approval and an email for each approver', async () => {
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

  it('creates one document if two take the same name or number at once', async () => {
    const { world, author, other } = await organisation();
    const outcome = async (first: object, second: object) => {
      const both = await Promise.all([
        world.attempt(author, createDocument, { ...first, version: '1.0' }),
        world.attempt(other, createDocument, { ...second, version: '1.0' }),
      ]);
      return both.map((result) => (result.ok ? 'created' : result.failure.code)).sort();
    };
    expect(await outcome(sop('010', 'Cleaning'), sop('011', 'Cleaning'))).toEqual(['created', 'document_name_in_use']);
    expect(await outcome(sop('012', 'Straße'), sop('013', 'STRASSE'))).toEqual(['created', 'document_name_in_use']);
    expect(await outcome(sop('020', 'Weighing'), sop('020', 'Drying'))).toEqual(['created', 'document_number_in_use']);
  });

  it.each([
    ['GLASS CONTROL', 'case'],
    ['  Glass   Control ', 'spaces'],
    ['Ｇｌａｓｓ Control', 'width'],
    ['glass\u00a0control', 'case and the kind of space'],
  ])('compares names after NFKC, trimming, collapsing of spaces and case folding: %s', async (name) => {
    const { world, author } = await organisation();
    await world.create(author, { ...sop('014', 'Glass Control'), send: false });
    const again = await world.attempt(author, createDocument, { ...sop('015', name), version: '1.0' });
    expect(again).toMatchObject({ failure: { code: 'document_name_in_use' } });
    const other = await world.attempt(author, createDocument, { ...sop('015', 'Gläss Control'), version: '1.0' });
    expect(other).toMatchObject({ ok: true });
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

  it('takes a uid in capitals for the same uid', async () => {
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

  it('refuses a uid that is not random: uploads without a document have the nil uid', async () => {
    const { world, author } = await organisation();
    for (const digit of ['0', 'f']) {
      const document = '8-4-4-4-12'.replace(/\d+/g, (count) => digit.repeat(Number(count)));
      const attempt = await world.attempt(author, createDocument, { ...sop('001'), version: '1.0', document });
      expect(attempt).toMatchObject({ failure: { code: 'invalid_input', fields: { document: ['Invalid Input.'] } } });
    }
  });

  it('lets only admins declare a document effective outside the system', async () => {
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

  it('refuses an approver who is deactivated while the form is sent', async () => {
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

  it('accepts the uploads of a refused form when it is sent again, and nobody else’s', async () => {
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
