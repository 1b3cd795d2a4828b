import { describe, expect, it } from 'vitest';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { approvalToSign } from '#app/approvals/queries/to-sign.ts';
import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { addApprover, removeApprover } from '#app/documents/commands/approvers.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { assignRetraining } from '#app/training/commands/assign-retraining.ts';
import { signTraining } from '#app/training/commands/sign.ts';
import { recordToSign } from '#app/training/queries/to-sign.ts';
import { inDays, organisation, sop, type Organisation } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

const locked = { failure: { code: 'signature_pdf_not_opened' } };

const open = ({ world }: Organisation, person: Person, document: string, purpose: 'approval' | 'training') =>
  world.act(person, openFile, { document, version: '1.0', kind: 'final', purpose });

const openRecord = async ({ services, world }: Organisation, { uid }: Person) => {
  const row = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.training_record')
      .select('uid')
      .where('user_uid', '=', uid)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow(),
  );
  return row.uid;
};

const openApproval = async ({ services, world }: Organisation, { uid }: Person) => {
  const row = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select('uid')
      .where('user_uid', '=', uid)
      .where('status', 'in', ['OPEN', 'WAITING'])
      .executeTakeFirstOrThrow(),
  );
  return row.uid;
};

/** The signature is refused, and its page locked, until the person opens the PDF again. */
async function signsOnlyOnceOpened(org: Organisation, person: Person, document: string, of: 'approval' | 'record') {
  const { world } = org;
  const uid = await (of === 'approval' ? openApproval(org, person) : openRecord(org, person));
  const sign = () =>
    of === 'approval'
      ? world.attempt(person, approveDocument, { ...signatureOf(person), approval: uid })
      : world.attempt(person, signTraining, { ...signatureOf(person), record: uid });
  const shown = async () =>
    of === 'approval'
      ? (await answer(org, person, approvalToSign, { document })).opened
      : (await answer(org, person, recordToSign, { record: uid })).opened;
  expect(await shown()).toBeNull();
  expect(await sign()).toMatchObject(locked);
  await open(org, person, document, of === 'approval' ? 'approval' : 'training');
  expect(await shown()).not.toBeNull();
  expect(await sign()).toMatchObject({ ok: true });
}

describe('[P11-70] nobody signs what they did not open since it was to be signed', () => {
  it('by call and screen: training by an approver who opened it to approve', async () => {
    const org = await organisation();
    const { world, author, other } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, document);
    await world.publish(document, ['Laboratory'], inDays(20));
    await signsOnlyOnceOpened(org, other, document, 'record');
  });

  it('by call and screen: retraining on last year’s download', async () => {
    const org = await organisation();
    const { world, services, author, other, employee } = org;
    const details = { ...sop('002'), trainingInterval: 30, approvers: [other] };
    const document = await world.create(author, details);
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    services.clock.now = inDays(25);
    await assignRetraining(services, world.org, document);
    services.clock.now = null;
    await signsOnlyOnceOpened(org, employee, document, 'record');
  });

  it('by call and screen: an approval that was taken back and asked for again', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const document = await world.create(author, { ...sop('003'), approvers: [other, admin] });
    await open(org, other, document, 'approval');
    await world.act(author, removeApprover, { document, approval: await openApproval(org, other) });
    await world.act(author, addApprover, { document, user: other.uid });
    await signsOnlyOnceOpened(org, other, document, 'approval');
  });

  it('by route: an approver who opened it before their step', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const step = { who: { kind: 'named_by_owner' }, howMany: 'all', days: 5, meaning: 'approved' };
    const steps = ['Review', 'Release'].map((name) => ({ ...step, name }));
    const definition = { name: 'Procedures', types: [], areas: [], steps, separation: 'strict', samePerson: false };
    await world.act(admin, defineRoute, { definition });
    const document = await world.create(author, { ...sop('004'), approvers: [other, admin] });
    await open(org, admin, document, 'approval');
    await world.sign(other, document);
    await signsOnlyOnceOpened(org, admin, document, 'approval');
  });
});
