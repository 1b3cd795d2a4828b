import { describe, expect, it } from 'vitest';
import { getWholeRecord } from '#app/training/queries/full-records.ts';
import { toTrainingRecord } from '#app/training/calls/training-record-entity.ts';
import { trainingRecord } from '#app/training/queries/training-history.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { getWholeDocument } from '#app/documents/queries/full-documents.ts';
import { previewTraining } from '#app/documents/commands/preview-training.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { inDays, organisation, revision, somebody, sop, trainingOf } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

/** 1.0 was signed by `employee` of Quality; 2.0 is published to Laboratory and Quality or one of them, waived. */
async function carriedOver(departments: string[]) {
  const org = await organisation();
  const { world, author, other, employee, admin } = org;
  await world.join(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Laboratory']);
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  await world.train(employee, document);
  await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other]));
  await world.sign(other, document);
  const asked = { document, departments: world.uidsOf(departments), effectiveAt: inDays(9), waiveTraining: true };
  const preview = await world.act(admin, previewTraining, asked);
  await world.publish(document, departments, inDays(9), { waiveTraining: true });
  const second = (await trainingOf(org, document)).filter(({ version }) => version === '2.0');
  return { ...org, document, preview, second };
}

describe('[P11-10i1] training that is carried over', () => {
  it('by screen and call: counts those alone whom the departments of the publication oblige', async () => {
    const { employee, author, preview, second } = await carriedOver(['Laboratory']);
    expect(preview).toMatchObject({ carried: 0 });
    const people = second.map(({ user_uid: user }) => user);
    expect(people).toHaveLength(2);
    expect(people).not.toContain(employee.uid);
    expect(people).not.toContain(author.uid);
  });

  it('by screen, call and event: the rate is the same number for the same moment', async () => {
    const { services, world, admin, document, ...org } = await carriedOver(['Quality', 'Laboratory']);
    const asking = { services, world, admin, ...org };
    const { documents } = await answer(asking, admin, listManaged, { sort: 'name', page: 1 });
    const whole = await answer(asking, admin, getWholeDocument, { document });
    const typeAt = async (type: string) => {
      const { events } = await services.ledger.readStream(world.org, `document-${document}`);
      return events.findLast((event) => event.type === type)?.data;
    };
    // One of four: the employee; the author, the other author and the newcomer have it open.
    expect(documents.map((row) => row.trainingRate)).toEqual([25]);
    expect(whole.trainingRate).toBe(25);
    expect(await typeAt('DocumentPublished')).toMatchObject({ trainingRate: 25, trainingWaived: true });
    await world.act(admin, retireDocument, { document, reason: 'Replaced.' });
    expect(await typeAt('DocumentRetired')).toMatchObject({ trainingRate: 25, trainingWaived: true });
  });

  it('by screen and call: the record says from which signature, and is completed after it was assigned', async () => {
    const { employee, document, ...org } = await carriedOver(['Quality']);
    const { services, world } = org;
    const row = await services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select(['uid', 'signed_at'])
        .where('document_uid', '=', document)
        .where('user_uid', '=', employee.uid)
        .where('version', '=', '2.0')
        .executeTakeFirstOrThrow(),
    );
    const whole = await answer({ ...org, employee }, employee, getWholeRecord, { record: row.uid });
    const record = toTrainingRecord(whole);
    expect(record.completedDate).toBeGreaterThanOrEqual(record.assignedDate);
    expect(record.carriedOver).toEqual({ version: '1.0', signedDate: Date.parse(row.signed_at!) });
    expect(await answer({ ...org, employee }, employee, trainingRecord, { record: row.uid })).toMatchObject({
      carriedOver: { version: '1.0', signedAt: row.signed_at },
    });
  });
});
