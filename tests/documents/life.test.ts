import { describe, expect, it } from 'vitest';
import { streams } from '#events/streams.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { testDatabase } from '#tests/support/database.ts';
import { testServices } from '#tests/support/services.ts';

const password = 'corridor-battery-9-lamp';
const person = (firstName: string, lastName: string, role: 'ADMIN' | 'AUTHOR' | 'EMPLOYEE') => ({
  firstName,
  lastName,
  role,
  email: `${firstName}.${lastName}@${Math.random().toString(36).slice(2)}.example`.toLowerCase(),
  password,
});

describe('a document from the first draft to its first training', () => {
  it('[P11-10e] records each step, and the ledger verifies', async () => {
    const db = await testDatabase();
    const services = await testServices({ db });
    const { role: _, ...admin } = person('Ines', 'Okafor', 'ADMIN');
    const world = await World.found(services, { name: 'Northmere Diagnostics', domain: 'northmere.example', admin });
    await world.department('Quality Assurance');
    await world.functionalArea('QA');
    const author = await world.join(person('Tomasz', 'Wieczorek', 'AUTHOR'), ['Quality Assurance']);
    const employee = await world.join(person('花子', '小林', 'EMPLOYEE'), ['Quality Assurance']);
    const document = await world.create(author, {
      name: 'Corrective and Preventive Action',
      type: 'SOP',
      functionalArea: 'QA',
      docNum: '003',
      approvers: [world.admin, author],
    });
    await world.sign(world.admin, document);
    await world.sign(author, document);
    await world.publishNow(document, ['Quality Assurance']);
    const record = await world.train(employee, document);
    const row = await services.database.read(world.org, (db) =>
      db
        .selectFrom('read.document')
        .select(['status', 'effective_version'])
        .where('uid', '=', document)
        .executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ status: 'EFFECTIVE', effective_version: '1.0' });
    const stepsOf = async (stream: string) =>
      (await services.ledger.readStream(world.org, stream)).events.map(({ type }) => type);
    expect(await stepsOf(streams.document(document))).toEqual([
      'DocumentCreated',
      'DocumentFileAttached',
      'DocumentFileAttached',
      'DocumentSentForReview',
      'ApprovalGiven',
      'ApprovalGiven',
      'DocumentApproved',
      'DocumentPublished',
      'DocumentBecameEffective',
    ]);
    expect(await stepsOf(streams.record(record))).toEqual(['TrainingCompleted']);
    const [pool, keys] = [db.owner, [services.config.verifyingKey]];
    const found = [];
    for await (const { damages } of verify({ pool, keys, keyName: checkpointKeyName, org: world.org }))
      found.push(damages);
    expect(found).toEqual([[]]);
  });
});
