import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { places } from '#app/documents/forms/document.ts';
import { parseForm } from '#app/kit/screen/parse-form.ts';
import { uidOf } from '#tests/deciders/people.ts';
import { attachFile } from '#app/documents/commands/attach-file.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { saveDocument } from '#app/documents/commands/save.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { readDocument } from '#app/documents/queries/get-document.ts';
import { eventsOf, organisation, revision, rowOf, sop } from '#tests/support/organisation.ts';

describe('a draft', () => {
  it('is saved without files and approvers, then edited, completed and submitted', async () => {
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

  it('saves the chosen approvers, and removes them again', async () => {
    const org = await organisation();
    const { world, author, other, admin, services } = org;
    const intendedApprovers = async () =>
      (await services.database.read(world.org, (db) => readDocument(db, document, '2026-03-12')))?.asked
        .map(({ user, step }) => (step === null ? user : `${step}.${user}`))
        .toSorted();
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
    // With a step, which a call that saves the draft leaves as it is.
    const steps = [`2.${admin.uid}`];
    await world.act(author, editDraft, { ...draft, document, approvers: [], steps });
    await world.act(author, saveDocument, { ...draft, ...whole, document, name: 'Renamed' });
    expect(await intendedApprovers()).toEqual(steps);
    await world.act(author, editDraft, { ...draft, document, name: 'Renamed', approvers: [] });
    expect(await intendedApprovers()).toEqual([]);
    expect(await eventsOf(org, document)).toEqual(['DocumentCreated', ...Array<string>(5).fill('DocumentEdited')]);
    const asked = await services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('uid').where('document_uid', '=', document).execute(),
    );
    expect(asked).toEqual([]);
  });

  it('reads one person in a step from a form, which sends a single value', () => {
    const form = new FormData();
    form.set('steps', `2.${uidOf(1)}`);
    const parsed = parseForm(form, z.object({ steps: places }));
    expect(parsed.status === 'success' && parsed.value).toEqual({ steps: [{ step: 2, user: uidOf(1) }] });
  });

  it('asks an approver once who is named twice', async () => {
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
      const [field = ''] = Object.keys(days);
      const fields = { [field]: ['This cannot be changed here.'] };
      expect(await save(days)).toMatchObject({ failure: { code: 'invalid_input', fields } });
    },
  );

  it('saves why it is already effective, until that is taken back', async () => {
    const org = await organisation();
    const { world, admin, services } = org;
    const savedReason = async () =>
      (await services.database.read(world.org, (db) => readDocument(db, document, '2026-03-12')))?.declarationReason;
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

  it('is not effective already once it is submitted to approvers', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const document = await world.create(admin, { ...sop('011'), externallyEffective: true, send: false });
    expect(await rowOf(org, document)).toMatchObject({ externally_effective: true });
    await world.act(admin, sendForReview, { document, approvers: [other.uid] });
    expect(await rowOf(org, document)).toMatchObject({ status: 'IN_REVIEW', externally_effective: false });
    await world.sign(other, document);
    expect(await rowOf(org, document)).toMatchObject({ status: 'APPROVED', externally_effective: false });
  });

  it('keeps intervals from the API when a form without them saves or revises it', async () => {
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
});
