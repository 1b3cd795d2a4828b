import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { getEvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import { inDays, organisation, revision, sop } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

it('includes a moved due date in the evidence of a training record, and the last day in that of a period', async () => {
  const org = await organisation();
  const { world, services, author, other, admin, employee } = org;
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publish(document, ['Quality'], inDays(30));
  const departments = world.uidsOf(['Quality']);
  await world.act(admin, rescheduleDocument, { document, effectiveAt: inDays(40), departments });
  await world.train(employee, document);
  await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other]));
  const record = await services.database.read(world.org, (db) =>
    db.selectFrom('read.training_record').select('uid').where('user_uid', '=', employee.uid).executeTakeFirstOrThrow(),
  );
  const { size } = await services.ledger.readHead(world.org);
  const { positions } = await answer(org, employee, getEvidenceSubject, {
    kind: 'training-record',
    uid: record.uid,
    size,
  });
  const { rows } = await services.database.read(world.org, (db) =>
    sql<{ position: string; type: string; day: string }>`
      select position, type, (recorded_at at time zone 'UTC')::date::text as day
        from ledger.event order by position`.execute(db),
  );
  const types = rows.filter(({ position }) => positions.includes(position)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['TrainingAssigned', 'TrainingDueChanged', 'TrainingCompleted']));
  expect(types).toContain('DocumentPublished');
  expect(types).not.toContain('DocumentRevised');

  const days = { from: rows[0]!.day, to: rows.at(-1)!.day };
  const asked = { kind: 'organisation', uid: world.org, ...days, size } as const;
  const whole = await answer(org, admin, getEvidenceSubject, asked);
  expect(whole.positions).toHaveLength(Number(size));
});
