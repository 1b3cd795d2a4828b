import { expect, it } from 'vitest';
import { signedRecord } from '#app/queries/training/to-sign.ts';
import { listOpenTraining } from '#app/queries/training/list-open.ts';
import { inDays, organisation, sop } from '#tests/commands/organisation.ts';
import { answer } from './asking.ts';

it('One’s open training stands by its effective date, and what was due first is proposed after a signature', async () => {
  const org = await organisation();
  const { world, author, other, employee } = org;
  const documents = new Map<string, string>();
  for (const [docNum, days] of [
    ['001', 40],
    ['002', 20],
    ['003', 30],
    ['004', 10],
  ] as const) {
    const document = await world.create(author, { ...sop(docNum), approvers: [other] });
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(days));
    documents.set(docNum, document);
  }
  const { records } = await answer(org, employee, listOpenTraining, { page: 1 });
  expect(records.map(({ docNum }) => docNum)).toEqual(['004', '002', '003', '001']);
  const record = await world.train(employee, documents.get('001')!);
  const { next, waiting } = await answer(org, employee, signedRecord, { record });
  expect([next?.docNum, waiting]).toEqual(['004', 3]);
});
