import { describe, expect, it } from 'vitest';
import { approveDocument, rejectDocument } from '#app/approvals/commands/sign.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { eventsOf, organisation, rowOf, somebody } from '#tests/support/organisation.ts';
import { accessOf, approvalsOf, inReview } from '#tests/support/in-review.ts';

const count = (types: readonly string[], type: string): number => types.filter((one) => one === type).length;

describe('approving', () => {
  it('[ISO13485-424a] [P11-50a] by every approver makes the version await final approval, on its PDF', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const { document } = await inReview(org, '001', [admin, other]);
    await world.sign(other, document);
    expect(await rowOf(org, document)).toMatchObject({ status: 'IN_REVIEW' });
    await world.sign(admin, document);
    const row = await rowOf(org, document);
    expect(row).toMatchObject({ status: 'APPROVED' });
    const { events } = await org.services.ledger.readStream(world.org, `document-${document}`);
    const signed = events.filter(({ type }) => type === 'ApprovalGiven').map(({ data }) => data.signature);
    expect(signed).toMatchObject([
      { printedName: 'Marit Solheim', role: 'AUTHOR', meaning: 'approved', sha256: row?.final_file?.sha256 },
      { printedName: 'Ines Okafor', role: 'ADMIN', meaning: 'approved', reason: 'I approve of this document.' },
    ]);
  });

  it('by the last two at the same moment approves the document once', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const { document, approvalOf, open } = await inReview(org, '002', [admin, other]);
    await Promise.all([open(admin), open(other)]);
    const results = await Promise.all(
      [admin, other].map((person) =>
        world.attempt(person, approveDocument, { ...signatureOf(person), approval: approvalOf(person) }),
      ),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    const types = await eventsOf(org, document);
    expect([count(types, 'ApprovalGiven'), count(types, 'DocumentApproved')]).toEqual([2, 1]);
    expect(await rowOf(org, document)).toMatchObject({ status: 'APPROVED' });
  });

  it('by twenty at the same moment takes every signature, at the first try', async () => {
    const org = await organisation();
    const { world } = org;
    const people: Person[] = [];
    for (let n = 0; n < 20; n++) people.push(await world.join(somebody(`Nadia${n}`, 'Haddad', 'AUTHOR'), ['Quality']));
    const { document, approvalOf, open } = await inReview(org, '020', people);
    await Promise.all(people.map((person) => open(person)));
    const results = await Promise.all(
      people.map((person) =>
        world.attempt(person, approveDocument, { ...signatureOf(person), approval: approvalOf(person) }),
      ),
    );
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    const types = await eventsOf(org, document);
    expect([count(types, 'ApprovalGiven'), count(types, 'DocumentApproved')]).toEqual([20, 1]);
  });

  it('[P11-10f] with the same form twice, at once or later, records one signature and answers the same', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const { document, approvalOf, open } = await inReview(org, '003', [admin, other]);
    await open(admin);
    const form = { ...signatureOf(admin), approval: approvalOf(admin) };
    const send = () => world.attempt(admin, approveDocument, form, 'the-same-form');
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ ok: true, value: { document } })));
    // Another form for what is signed already is not another signature either.
    expect(await world.attempt(admin, approveDocument, form)).toMatchObject({ ok: true });
    expect(count(await eventsOf(org, document), 'ApprovalGiven')).toBe(1);
  });

  it('[A11-14a] [P11-100c1] accepts the statement on signatures with the first one, once', async () => {
    const org = await organisation();
    const { world, admin } = org;
    for (const docNum of ['004', '005']) {
      const { document } = await inReview(org, docNum, [admin]);
      await world.sign(admin, document);
    }
    const { events } = await org.services.ledger.readStream(world.org, `user-${admin.uid}`);
    expect(
      count(
        events.map(({ type }) => type),
        'SignatureStatementAccepted',
      ),
    ).toBe(1);
  });

  it('refuses a person who was not asked, before the password is checked', async () => {
    const org = await organisation();
    const { world, admin, other, employee } = org;
    const { approvalOf } = await inReview(org, '006', [admin]);
    const form = { approval: approvalOf(admin), password: 'not-the-password-1' };
    for (const person of [other, employee])
      expect(await world.attempt(person, approveDocument, { ...signatureOf(person), ...form })).toMatchObject({
        failure: { code: 'approval_not_yours' },
      });
    expect(await accessOf(org, other)).toEqual([]);
    const unknown = { ...signatureOf(admin), approval: '5a0f6f7e-8f0c-4b52-9d5c-2a4f0b1d9e11' };
    expect(await world.attempt(admin, approveDocument, unknown)).toMatchObject({ failure: { code: 'not_found' } });
  });
});

describe('the signing gate', () => {
  it('[P11-70] stays locked until this person has opened the PDF of this version', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const { document, approvalOf, open } = await inReview(org, '010', [admin, other]);
    const attempt = () => world.attempt(admin, approveDocument, { ...signatureOf(admin), approval: approvalOf(admin) });
    const locked = { failure: { code: 'signature_pdf_not_opened' } };
    expect(await attempt()).toMatchObject(locked);
    await open(admin, 'working');
    await open(other);
    expect(await attempt()).toMatchObject(locked);
    await open(admin);
    expect(await attempt()).toEqual({ ok: true, value: { document } });
  });

  it('locks again with a new version, though its PDF has the bytes of the one before', async () => {
    const org = await organisation();
    const { world, services, admin, author } = org;
    const { document, open } = await inReview(org, '011', [admin]);
    await open(admin);
    const before = await rowOf(org, document);
    const stored = await services.storage.within(world.org).open(before?.final_file?.objectKey ?? '');
    if (!stored.ok) throw new Error(stored.failure.code);
    const sent = {
      org: world.org,
      owner: author.uid,
      document,
      kind: 'final',
      filename: 'a.pdf',
      maxBytes: 1e7,
    } as const;
    const received = await services.uploads.receive({ ...sent, body: stored.value });
    if (!received.ok) throw new Error(received.failure.code);
    const files = { working: before?.working_file?.objectKey, final: received.value.file.objectKey };
    const next = { document, name: before?.name, version: '1.1', approvers: [admin.uid], ...files };
    await world.act(author, reviseDocument, next);
    expect((await rowOf(org, document))?.final_file?.sha256).toBe(before?.final_file?.sha256);
    const approval = (await approvalsOf(org, document)).find(({ version }) => version === '1.1')?.uid;
    const attempt = () => world.attempt(admin, approveDocument, { ...signatureOf(admin), approval });
    expect(await attempt()).toMatchObject({ failure: { code: 'signature_pdf_not_opened' } });
    await world.act(admin, openFile, { document, version: '1.1', kind: 'final', purpose: 'approval' });
    expect(await attempt()).toEqual({ ok: true, value: { document } });
  });
});

describe('rejecting', () => {
  it('needs a reason, rejects the version and cancels the other open approvals', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const { document, approvalOf, open } = await inReview(org, '030', [admin, other]);
    await open(other);
    const form = { ...signatureOf(other), approval: approvalOf(other) };
    expect(await world.attempt(other, rejectDocument, form)).toMatchObject({
      failure: { fields: { reason: ['This field is required.'] } },
    });
    await world.act(other, rejectDocument, { ...form, reason: 'Section 4 names nobody.' });
    expect(await rowOf(org, document)).toMatchObject({ status: 'REJECTED' });
    const approvals = await approvalsOf(org, document);
    expect(approvals.find(({ uid }) => uid === approvalOf(other))).toMatchObject({ status: 'REJECTED' });
    expect(approvals.find(({ uid }) => uid === approvalOf(admin))).toMatchObject({
      status: 'CANCELLED',
      cancelled_because: 'rejected',
    });
    await open(admin);
    expect(
      await world.attempt(admin, approveDocument, { ...signatureOf(admin), approval: approvalOf(admin) }),
    ).toMatchObject({ failure: { code: 'document_not_in_status' } });
  });

  it('and approving at the same moment leave one outcome', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const { document, approvalOf, open } = await inReview(org, '031', [admin, other]);
    await Promise.all([open(admin), open(other)]);
    await Promise.all([
      world.attempt(admin, approveDocument, { ...signatureOf(admin), approval: approvalOf(admin) }),
      world.attempt(other, rejectDocument, {
        ...signatureOf(other),
        approval: approvalOf(other),
        reason: 'The scope is too wide.',
      }),
    ]);
    const types = await eventsOf(org, document);
    expect([count(types, 'DocumentRejected'), count(types, 'DocumentApproved')]).toEqual([1, 0]);
    expect(await rowOf(org, document)).toMatchObject({ status: 'REJECTED' });
  });
});
