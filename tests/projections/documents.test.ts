import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encode } from '#events/catalogue.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { streams } from '#events/streams.ts';
import {
  commands,
  documentUid,
  eventsIn,
  externallyEffective,
  final,
  live,
  lives,
  nextFinal,
  nextWorking,
  revisedWhileEffective,
  signedPdf,
  working,
} from '#tests/deciders/document-world.ts';
import { approverOne, approverTwo, choose, manufacturing, quality, tomorrow, uidOf } from '#tests/deciders/people.ts';
import { openLedger } from './rows.ts';
import type { DocumentCommand } from '#tests/deciders/rules.ts';

const { db, ledger } = await openLedger();

/** Records a document's events in an organisation of its own, all at once; answers the organisation and when. */
async function recorded(events: readonly DocumentEvent[]): Promise<{ org: string; at: string }> {
  const org = randomUUID();
  const outcome = await ledger.append({
    org,
    actor: { kind: 'system', name: 'clock' },
    commandId: randomUUID(),
    writes: [{ stream: streams.document(documentUid), expectedVersion: 0, events: events.map(encode) }],
  });
  if (outcome.kind !== 'appended') throw new Error(outcome.kind);
  return { org, at: outcome.recordedAt };
}

const documentOf = (org: string) =>
  db.database.tenant(org, (trx) => trx.selectFrom('read.document').selectAll().executeTakeFirst());
const versionsOf = (org: string) =>
  db.database.tenant(org, (trx) =>
    trx.selectFrom('read.document_version').selectAll().orderBy('version_order').execute(),
  );
const approvalsOf = (org: string) =>
  db.database.tenant(org, (trx) => trx.selectFrom('read.approval').selectAll().orderBy('uid').execute());

describe('read.document', () => {
  test('a draft', async () => {
    const { org, at } = await recorded(eventsIn('CREATED'));
    expect(await documentOf(org)).toEqual({
      org_id: org,
      uid: documentUid,
      name: 'Batch Record Review',
      name_folded: 'batch record review',
      name_key: 'batch record review',
      type: 'SOP',
      functional_area: 'QA',
      doc_num: '017',
      number_spellings: ' 017 17 qa017 qa17 sop017 sop17 sopqa017 sopqa17',
      version: '1.0',
      status: 'CREATED',
      status_order: 1,
      owner_uid: uidOf(2),
      creator_uid: uidOf(2),
      externally_effective: false,
      approved: false,
      effective: false,
      effective_version: null,
      training_version: null,
      training_interval: 365,
      effective_training_interval: null,
      effective_review_interval: null,
      review_interval: 730,
      change: null,
      working_file: working,
      final_file: final,
      revision_working_file: null,
      revision_final_file: null,
      created_at: at,
      revised_at: at,
      reviewed_at: null,
      approved_at: null,
      published_at: null,
      effective_at: null,
      latest_effective_at: null,
      retired_at: null,
      retired_reason: null,
      review_due_at: null,
      former_number: null,
      import_uid: null,
    });
    expect(await versionsOf(org)).toEqual([]);
  });

  test.each([
    ['IN_REVIEW', { status_order: 2, approved: false, effective: false, training_version: null }],
    ['APPROVED', { status_order: 3, approved: true, effective: false, training_version: null }],
    ['PENDING', { status_order: 4, approved: true, effective: false, training_version: '1.0', effective_at: tomorrow }],
    [
      'EFFECTIVE',
      {
        status_order: 5,
        effective: true,
        effective_version: '1.0',
        training_version: '1.0',
        latest_effective_at: tomorrow,
      },
    ],
    ['RETIRED', { status_order: 7, effective: false, effective_version: null, retired_reason: 'Replaced by SOP 018.' }],
    ['REJECTED', { status_order: 8, approved: false, effective: false }],
  ] as const)('a document in %s', async (status, columns) => {
    const { org } = await recorded(eventsIn(status));
    expect(await documentOf(org)).toMatchObject({ status, ...columns });
  });

  test('a revision leaves the version in force in force', async () => {
    const { org, at } = await recorded(revisedWhileEffective());
    expect(await documentOf(org)).toMatchObject({
      version: '2.0',
      status: 'IN_REVIEW',
      approved: false,
      effective: true,
      effective_version: '1.0',
      training_version: '1.0',
      effective_at: null,
      approved_at: null,
      revised_at: at,
      latest_effective_at: tomorrow,
      working_file: working,
      final_file: nextFinal,
    });
    expect(await versionsOf(org)).toMatchObject([
      { version: '1.0', status: 'EFFECTIVE', final_file: final, effective_at: tomorrow, superseded_at: null },
      { version: '2.0', status: 'IN_REVIEW', final_file: nextFinal, effective_at: null },
    ]);
  });

  test('a discarded draft is in no list, and its name and doc ID are free again', async () => {
    const { org } = await recorded(live(...lives.CREATED, commands.Discard));
    expect(await documentOf(org)).toBeUndefined();
  });

  test('edited fields, and a file that waits for the revision', async () => {
    const edit: DocumentCommand = {
      ...commands.EditDraft,
      details: { name: 'Änderung', type: 'Form', docNum: '017-02', version: '1.2', trainingInterval: 30 },
    };
    const { org } = await recorded(live(...lives.CREATED, edit));
    expect(await documentOf(org)).toMatchObject({
      name: 'Änderung',
      name_folded: 'anderung',
      name_key: 'änderung',
      type: 'Form',
      doc_num: '017-02',
      version: '1.2',
      training_interval: 30,
    });
    const rejected = await recorded(live(...lives.REJECTED, commands.AttachFile));
    const files = { working_file: working, revision_working_file: nextWorking };
    expect(await documentOf(rejected.org)).toMatchObject(files);
  });

  test('[ISO13485-424b] a periodic review sets its date', async () => {
    const { org, at } = await recorded(live(...lives.EFFECTIVE, commands.RecordReview));
    expect(await documentOf(org)).toMatchObject({ status: 'EFFECTIVE', reviewed_at: at });
  });
});

describe('read.document_version', () => {
  const second: DocumentCommand[] = [uidOf(2011), uidOf(2012)].map((approval, i) => ({
    ...commands.Approve,
    principal: [approverOne, approverTwo][i]!,
    approval,
    signing: {
      ...commands.Approve.signing,
      signer: {
        uid: [approverOne, approverTwo][i]!.uid,
        email: `${[approverOne, approverTwo][i]!.uid}@example.test`,
        printedName: [approverOne, approverTwo][i]!.name,
        role: 'AUTHOR',
      },
      entered: {
        ...commands.Approve.signing.entered,
        email: `${[approverOne, approverTwo][i]!.uid}@example.test`,
        signedName: [approverOne, approverTwo][i]!.name,
      },
      opened: [{ sha256: nextFinal.sha256, position: '9' }],
    },
  }));

  test('a newer version in force supersedes the one before it; retiring takes it out of force', async () => {
    const publish: DocumentCommand = { ...commands.Publish, departments: [manufacturing], waiveTraining: true };
    const events = [...lives.EFFECTIVE, commands.KeepSignedPdf, commands.Revise, ...second, publish];
    const { org } = await recorded(live(...events, commands.BecomeEffective));
    expect(await versionsOf(org)).toMatchObject([
      { version: '1.0', status: 'SUPERSEDED', superseded_at: tomorrow, signed_file: signedPdf, training_waived: false },
      { version: '2.0', status: 'EFFECTIVE', effective_at: tomorrow, signed_file: null, training_waived: true },
    ]);
    const departments = await db.database.tenant(org, (trx) =>
      trx.selectFrom('read.document_department').select(['version', 'department_uid']).orderBy('version').execute(),
    );
    expect(departments).toEqual([
      { version: '1.0', department_uid: quality.uid },
      { version: '2.0', department_uid: manufacturing.uid },
    ]);

    const retired = await recorded(live(...events, commands.BecomeEffective, commands.Retire));
    expect((await versionsOf(retired.org)).map(({ status }) => status)).toEqual(['SUPERSEDED', 'RETIRED']);
  });

  test('a version replaced before it was in force is withdrawn; a rejected one stays rejected', async () => {
    for (const [from, status] of [
      ['IN_REVIEW', 'WITHDRAWN'],
      ['APPROVED', 'WITHDRAWN'],
      ['PENDING', 'WITHDRAWN'],
      ['REJECTED', 'REJECTED'],
    ] as const) {
      const { org } = await recorded(live(...lives[from], commands.Revise));
      expect((await versionsOf(org)).map((version) => version.status)).toEqual([status, 'IN_REVIEW']);
    }
    const retired = await recorded(live(...lives.REJECTED, commands.Retire));
    expect((await versionsOf(retired.org)).map((version) => version.status)).toEqual(['REJECTED']);
    expect(await documentOf(retired.org)).toMatchObject({ status: 'RETIRED' });
  });

  test('declared externally effective, without approvals', async () => {
    const { org, at } = await recorded(externallyEffective());
    expect(await documentOf(org)).toMatchObject({ status: 'APPROVED', externally_effective: true, approved: true });
    expect(await versionsOf(org)).toMatchObject([{ status: 'APPROVED', externally_effective: true, approved_at: at }]);
    expect(await approvalsOf(org)).toEqual([]);
  });

  test('departments and the date of a scheduled version change with it', async () => {
    const { org } = await recorded(live(...lives.PENDING, commands.ChangeDepartments, commands.ChangeEffectiveDate));
    expect(await versionsOf(org)).toMatchObject([{ effective_at: '2026-04-01T00:00:00.000Z' }]);
    expect(await documentOf(org)).toMatchObject({ effective_at: '2026-04-01T00:00:00.000Z' });
    const departments = await db.database.tenant(org, (trx) =>
      trx.selectFrom('read.document_department').select('department_uid').execute(),
    );
    expect(departments).toEqual([{ department_uid: manufacturing.uid }]);
  });
});

describe('read.approval', () => {
  test('[P11-50a] a signature shows who, what it means, when, and over which PDF', async () => {
    const { org } = await recorded(live(...lives.IN_REVIEW, commands.Approve, commands.Reject));
    expect(await approvalsOf(org)).toMatchObject([
      {
        status: 'APPROVED',
        user_name: approverOne.name,
        signer_name: approverOne.name,
        signed_name: approverOne.name,
        signer_role: 'AUTHOR',
        meaning: 'approved',
        reason: 'I approve of this document.',
        sha256: final.sha256,
        signed_at: commands.Approve.now,
        cancelled_at: null,
      },
      { status: 'REJECTED', meaning: 'rejected', reason: 'Step 6.3 refers to a retired form.' },
    ]);
  });

  test('what is removed, rejected beside, revised or retired is cancelled, with its cause', async () => {
    for (const [command, cause] of [
      [commands.RemoveApprover, 'removed'],
      [commands.Reject, 'rejected'],
      [commands.Revise, 'revised'],
      [commands.Retire, 'retired'],
    ] as const) {
      const { org, at } = await recorded(live(...lives.IN_REVIEW, command));
      const cancelled = (await approvalsOf(org)).filter(({ status }) => status === 'CANCELLED');
      expect(cancelled[0]).toMatchObject({ cancelled_because: cause, cancelled_at: at, signed_at: null });
    }
  });

  test('an approver added later is asked for the same version', async () => {
    const { org } = await recorded(
      live(...lives.IN_REVIEW, {
        ...commands.AddApprover,
        approver: choose({ ...approverOne, uid: uidOf(77) }, uidOf(2003)),
      }),
    );
    expect((await approvalsOf(org)).map(({ version, status }) => `${version} ${status}`)).toEqual([
      '1.0 OPEN',
      '1.0 OPEN',
      '1.0 OPEN',
    ]);
  });
});
