import { expect, it } from 'vitest';
import { texts } from '#events/texts.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { outsideTraining } from '#app/kit/words/version-change.ts';
import { recordToSign } from '#app/training/queries/to-sign.ts';
import { trainingRecord } from '#app/training/queries/training-history.ts';
import { inDays, organisation, sop } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

it('by screen: the page and the record of a version with practical training say that it is not here', async () => {
  const org = await organisation();
  const { world, services, author, other, employee } = org;
  const details = { ...sop('001'), version: '1.0', externallyEffective: false };
  const change = { kind: 'new', reason: null, summary: [], origin: [], trainingReason: null };
  const { document } = await world.act(author, createDocument, {
    ...details,
    ...(await world.upload(author, world.paperOf(details))),
    approvers: [other.uid],
    change: { ...change, trainingImpact: 'practical' },
    send: true,
  });
  await world.sign(other, document);
  await world.publish(document, ['Quality'], inDays(9));
  const { uid: record } = await services.database.read(world.org, (db) =>
    db.selectFrom('read.training_record').select('uid').where('user_uid', '=', employee.uid).executeTakeFirstOrThrow(),
  );
  const words = texts.trainingOutside;
  const { change: asked } = await answer(org, employee, recordToSign, { record });
  expect(outsideTraining(asked?.trainingImpact)).toBe(words);
  expect(await answer(org, employee, trainingRecord, { record })).toMatchObject({ outside: words });
  expect(outsideTraining('read')).toBeNull();
});
