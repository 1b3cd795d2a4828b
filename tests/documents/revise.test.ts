import { describe, expect, it } from 'vitest';
import { addApprover, removeApprover } from '#app/documents/commands/approvers.ts';
import { attachFile } from '#app/documents/commands/attach-file.ts';
import { discardDocument, retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import {
  eventsOf,
  inDays,
  organisation,
  revision,
  rowOf,
  somebody,
  sop,
  trainingOf,
  type Organisation,
} from '#tests/support/organisation.ts';

const approvalsOf = ({ services, world }: Organisation, uid: string) =>
  services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select(['uid', 'user_uid', 'version', 'status'])
      .where('document_uid', '=', uid)
      .orderBy('requested_at')
      .orderBy('user_name')
      .execute(),
  );

describe('revising', () => {
  it('[ISO13485-424b] keeps the version in force during the review of the new one, and the working file', async () => {
    const org = await organisation();
    const { world, author, other } = org;
    const uid = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, uid);
    await world.publishNow(uid, ['Quality']);
    const before = await rowOf(org, uid);
    await world.act(author, reviseDocument, await revision(org, uid, author, '2.0', [other]));
    const after = await rowOf(org, uid);
    expect(after).toMatchObject({ status: 'IN_REVIEW', version: '2.0', effective_version: '1.0', effective: true });
    expect(after?.working_file).toEqual(before?.working_file);
    expect(after?.final_file?.sha256).not.toBe(before?.final_file?.sha256);
    expect((await trainingOf(org, uid)).every(({ status }) => status === 'OPEN')).toBe(true);
  });

  it('under a new title keeps the old one from other documents while that version is in force', async () => {
    const org = await organisation();
    const { services, world, author, other } = org;
    const uid = await world.create(author, { ...sop('001', 'Weighing'), approvers: [other] });
    await world.sign(other, uid);
    await world.publishNow(uid, ['Quality']);
    const renamed = await revision(org, uid, author, '2.0', [other], 'Weighing and Dosing');
    await world.act(author, reviseDocument, renamed);
    const taking = { ...sop('002', 'Weighing'), ...(await world.upload(author, world.paperOf(sop('002')))) };
    const document = services.newId();
    const create = () =>
      world.attempt(author, createDocument, {
        ...taking,
        document,
        version: '1.0',
        approvers: [other.uid],
        send: true,
      });
    expect(await create()).toMatchObject({ failure: { code: 'document_name_in_use' } });
    await world.sign(other, uid);
    await world.publishNow(uid, ['Quality']);
    expect(await create()).toMatchObject({ ok: true });
  });

  it('goes back to the title of its version in force, which is its own', async () => {
    const org = await organisation();
    const { world, author, other } = org;
    const uid = await world.create(author, { ...sop('003', 'Weighing'), approvers: [other] });
    await world.sign(other, uid);
    await world.publishNow(uid, ['Quality']);
    for (const [version, name] of [
      ['2.0', 'Dosing'],
      ['3.0', 'Weighing'],
    ] as const)
      await world.act(author, reviseDocument, await revision(org, uid, author, version, [other], name));
    expect(await rowOf(org, uid)).toMatchObject({ name: 'Weighing', version: '3.0', status: 'IN_REVIEW' });
  });

  it('withdraws what was scheduled, and the training on it', async () => {
    const org = await organisation();
    const { world, author, other } = org;
    const uid = await world.create(author, { ...sop('002'), approvers: [other] });
    await world.sign(other, uid);
    await world.publish(uid, ['Quality'], inDays(20));
    await world.act(author, reviseDocument, await revision(org, uid, author, '1.1', [other]));
    expect((await trainingOf(org, uid)).map((row) => row.cancelled_because)).toEqual(['withdrawn', 'withdrawn']);
    expect(await rowOf(org, uid)).toMatchObject({ status: 'IN_REVIEW', effective_version: null });
  });

  it('leaves the training on what is in force where it withdraws what was to replace it', async () => {
    const org = await organisation();
    const { world, author, other } = org;
    const uid = await world.create(author, { ...sop('006'), approvers: [other] });
    await world.sign(other, uid);
    await world.publishNow(uid, ['Quality']);
    await world.act(author, reviseDocument, await revision(org, uid, author, '2.0', [other]));
    await world.sign(other, uid);
    await world.publish(uid, ['Quality'], inDays(20));
    await world.act(author, reviseDocument, await revision(org, uid, author, '2.1', [other]));
    const standing = (await trainingOf(org, uid)).map((row) => `${row.version} ${row.cancelled_because ?? row.status}`);
    expect(standing).toEqual(['1.0 OPEN', '1.0 OPEN', '2.0 withdrawn', '2.0 withdrawn']);
  });

  it('cancels the open approvals of the version before', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const uid = await world.create(author, { ...sop('003'), approvers: [other, admin] });
    await world.act(author, reviseDocument, await revision(org, uid, author, '1.1', [other]));
    const statuses = (await approvalsOf(org, uid)).map(({ version, status }) => `${version} ${status}`);
    expect(statuses).toEqual(['1.0 CANCELLED', '1.0 CANCELLED', '1.1 OPEN']);
  });

  it('needs a newer version, a PDF of its own, and its owner or an admin', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const uid = await world.create(author, { ...sop('004'), approvers: [other] });
    const input = await revision(org, uid, author, '1.0', [other]);
    expect(await world.attempt(author, reviseDocument, input)).toMatchObject({
      failure: { fields: { version: ['Version number must be increasing'] } },
    });
    const row = await rowOf(org, uid);
    const same = { ...input, version: '1.1', final: row?.final_file?.objectKey };
    expect(await world.attempt(author, reviseDocument, same)).toMatchObject({
      failure: { fields: { final: ['This field is required.'] } },
    });
    const theirs = await revision(org, uid, other, '1.1', [admin]);
    expect(await world.attempt(other, reviseDocument, theirs)).toMatchObject({ failure: { code: 'not_allowed' } });
    await world.act(admin, reviseDocument, await revision(org, uid, admin, '1.1', [other]));
    expect(await rowOf(org, uid)).toMatchObject({ version: '1.1' });
  });

  it('takes a file that was attached after the rejection', async () => {
    const org = await organisation();
    const { world, author, other } = org;
    const uid = await world.create(author, { ...sop('005'), approvers: [other] });
    await world.sign(other, uid, 'Step 4 is missing.');
    const files = await world.upload(author, world.paperOf({ ...sop('005'), version: '1.1' }));
    await world.act(author, attachFile, { document: uid, kind: 'final', objectKey: files.final });
    const row = await rowOf(org, uid);
    expect(row).toMatchObject({ status: 'REJECTED', revision_final_file: { objectKey: expect.any(String) } });
    await world.act(author, reviseDocument, {
      document: uid,
      name: row?.name,
      version: '1.1',
      working: row?.working_file?.objectKey,
      final: row?.revision_final_file?.objectKey,
      approvers: [other.uid],
    });
    expect(await rowOf(org, uid)).toMatchObject({ status: 'IN_REVIEW', version: '1.1', revision_final_file: null });
  });
});

describe('approvers of a version in review', () => {
  it('are added and removed; the last one stays, and another admin removes the last open one', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const uid = await world.create(author, { ...sop('010'), approvers: [other] });
    const [first] = await approvalsOf(org, uid);
    const neutral = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    const remove = (approval: string | undefined, by = author) =>
      world.attempt(by, removeApprover, { document: uid, approval, reason: 'On leave' });
    expect(await remove(first?.uid)).toMatchObject({ failure: { code: 'approver_is_last' } });
    const { approval } = await world.act(author, addApprover, { document: uid, user: admin.uid });
    expect(await world.attempt(author, addApprover, { document: uid, user: admin.uid })).toMatchObject({
      failure: { code: 'approver_already_listed' },
    });
    await world.sign(other, uid);
    expect(await rowOf(org, uid)).toMatchObject({ status: 'IN_REVIEW' });
    for (const by of [author, admin, other])
      expect(await remove(approval, by)).toMatchObject({ failure: { code: 'not_allowed' } });
    expect(await remove(approval, neutral)).toMatchObject({ ok: true });
    expect(await rowOf(org, uid)).toMatchObject({ status: 'APPROVED' });
  });
});

describe('retiring', () => {
  it('ends open approvals and training, for a reason, by an admin', async () => {
    const org = await organisation();
    const { world, author, other, admin, employee } = org;
    const uid = await world.create(author, { ...sop('020'), approvers: [other] });
    await world.sign(other, uid);
    await world.publishNow(uid, ['Quality']);
    await world.train(employee, uid);
    const retire = (by: Person, reason: string) => world.attempt(by, retireDocument, { document: uid, reason });
    expect(await retire(author, 'Old.')).toMatchObject({ failure: { code: 'retire_requires_admin' } });
    expect(await retire(admin, '  ')).toMatchObject({ failure: { fields: { reason: ['This field is required.'] } } });
    expect(await retire(admin, 'x'.repeat(1001))).toMatchObject({
      failure: {
        fields: { reason: ['Invalid Input. Enter up to 1000 characters.'] },
      },
    });
    expect(await retire(admin, 'Replaced by electronic logbooks.')).toMatchObject({ ok: true });
    expect(await rowOf(org, uid)).toMatchObject({ status: 'RETIRED', effective_version: null, effective: false });
    const training = await trainingOf(org, uid);
    expect(training.map(({ status }) => status).sort()).toEqual(['CANCELLED', 'COMPLETED']);
    expect(await retire(admin, 'Again.')).toMatchObject({ failure: { code: 'document_not_in_status' } });
  });

  it('ends the training on the version in force and on the scheduled one', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const uid = await world.create(author, { ...sop('021'), approvers: [other] });
    await world.sign(other, uid);
    await world.publishNow(uid, ['Quality']);
    await world.act(author, reviseDocument, await revision(org, uid, author, '2.0', [other]));
    await world.sign(other, uid);
    await world.publish(uid, ['Laboratory'], inDays(20));
    await world.act(admin, retireDocument, { document: uid, reason: 'Merged.' });
    const standing = (await trainingOf(org, uid)).map((row) => `${row.version} ${row.cancelled_because ?? row.status}`);
    expect(standing).toEqual(['1.0 retired', '1.0 retired', '2.0 retired']);
  });
});

describe('discarding', () => {
  it('takes a draft from every list and frees its name and number; what was sent for review stays', async () => {
    const org = await organisation();
    const { world, author, other } = org;
    const draft = await world.create(author, { ...sop('030', 'Short-lived'), send: false });
    expect(await world.attempt(other, discardDocument, { document: draft })).toMatchObject({
      failure: { code: 'not_allowed' },
    });
    await world.act(author, discardDocument, { document: draft });
    expect(await rowOf(org, draft)).toBeUndefined();
    expect((await eventsOf(org, draft)).at(-1)).toBe('DocumentDiscarded');
    await world.act(author, createDocument, { ...sop('030', 'Short-lived'), version: '1.0' });
    const sent = await world.create(author, { ...sop('031'), approvers: [other] });
    expect(await world.attempt(author, discardDocument, { document: sent })).toMatchObject({
      failure: { code: 'document_ever_reviewed' },
    });
  });
});
