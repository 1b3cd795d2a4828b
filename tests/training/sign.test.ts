import { describe, expect, it } from 'vitest';
import { streams } from '#events/streams.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { signTraining } from '#app/training/commands/sign.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import {
  beforeAppend,
  inDays,
  organisation,
  published,
  trainingOf,
  type Organisation,
} from '#tests/support/organisation.ts';

const recordOf = async ({ services, world }: Organisation, document: string, person: Person): Promise<string> => {
  const row = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.training_record')
      .select('uid')
      .where('document_uid', '=', document)
      .where('user_uid', '=', person.uid)
      .orderBy('assigned_position', 'desc')
      .executeTakeFirstOrThrow(),
  );
  return row.uid;
};

const open = (org: Organisation, person: Person, document: string, version = '1.0') =>
  org.world.attempt(person, openFile, { document, version, kind: 'final', purpose: 'training' });

const typesOf = async ({ services, world }: Organisation, stream: string) =>
  (await services.ledger.readStream(world.org, stream)).events.map(({ type }) => type);

describe('signing that one has read and understood', () => {
  it('[P11-50a] [ISO9001-72b] completes the record for ever', async () => {
    const org = await organisation();
    const { world, employee } = org;
    const document = await published(org, '010');
    const record = await recordOf(org, document, employee);
    const form = { ...signatureOf(employee), record };
    expect(await world.attempt(employee, signTraining, form)).toMatchObject({
      failure: { code: 'signature_pdf_not_opened' },
    });
    await open(org, employee, document);
    const send = (id?: string) => world.attempt(employee, signTraining, form, id);
    const answers = await Promise.all([send('the-same-form'), send('the-same-form'), send()]);
    expect(answers).toEqual(answers.map(() => ({ ok: true, value: { record, document } })));
    // Sent again without saying so, it is answered the same; with other words or no right password it is refused.
    expect(await world.attempt(employee, signTraining, form)).toEqual(answers[0]);
    expect(await world.attempt(employee, signTraining, { ...form, signedName: 'H. Kobayashi' })).toMatchObject({
      failure: { code: 'record_already_completed' },
    });
    expect(await world.attempt(employee, signTraining, { ...form, password: 'not-this-one' })).toMatchObject({
      failure: { code: 'signature_credentials_wrong' },
    });
    // After a day it is no longer the same submission.
    org.services.clock.now = inDays(1.1);
    expect(await world.attempt(employee, signTraining, form)).toMatchObject({
      failure: { code: 'record_already_completed' },
    });
    org.services.clock.now = null;
    expect(await typesOf(org, streams.record(record))).toEqual(['TrainingCompleted']);
    await world.act(org.admin, retireDocument, { document, reason: 'Replaced.' });
    const training = await trainingOf(org, document);
    expect(training.find(({ user_uid: user }) => user === employee.uid)).toMatchObject({ status: 'COMPLETED' });
  });

  it('is refused on another person’s record and on a cancelled one', async () => {
    const org = await organisation();
    const { world, admin, author, employee } = org;
    const document = await published(org, '011');
    const record = await recordOf(org, document, employee);
    for (const person of [author, admin])
      expect(await world.attempt(person, signTraining, { ...signatureOf(person), record })).toMatchObject({
        failure: { code: 'record_not_yours' },
      });
    await open(org, employee, document);
    await world.act(admin, retireDocument, { document, reason: 'Replaced.' });
    expect(await world.attempt(employee, signTraining, { ...signatureOf(employee), record })).toMatchObject({
      failure: { code: 'record_not_open' },
    });
  });

  it('at the moment the document is retired ends completed or cancelled, never both', async () => {
    const org = await organisation();
    const { world, admin, employee } = org;
    for (let round = 0; round < 6; round++) {
      const document = await published(org, `02${round}`);
      const record = await recordOf(org, document, employee);
      await open(org, employee, document);
      const sign = world.attempt(employee, signTraining, { ...signatureOf(employee), record });
      await new Promise((resolve) => setTimeout(resolve, round * 12));
      const [signed, retired] = await Promise.all([
        sign,
        world.attempt(admin, retireDocument, { document, reason: 'Replaced.' }),
      ]);
      expect(retired.ok).toBe(true);
      const { events } = await org.services.ledger.readStream(world.org, streams.training(document));
      const cancelled = JSON.stringify(events.filter(({ type }) => type === 'TrainingCancelled')).includes(record);
      const completed = (await typesOf(org, streams.record(record))).length === 1;
      expect([completed, cancelled]).toEqual(signed.ok ? [true, false] : [false, true]);
    }
  });
});

describe('[P11-10e] a signature and what cancels the record, decided side by side', () => {
  const retiring = ({ world, admin }: Organisation, document: string): Promise<unknown> =>
    world.act(admin, retireDocument, { document, reason: 'Replaced.' });
  const leaving = ({ world, admin, employee }: Organisation): Promise<unknown> =>
    world.act(admin, deactivateUser, { user: employee.uid });

  it.each([
    ['the document is retired', retiring],
    ['the person is deactivated', leaving],
  ])('where %s just before the signature is recorded, it is not', async (_, cancelling) => {
    const org = await organisation();
    const { world, employee } = org;
    const document = await published(org, '050');
    const record = await recordOf(org, document, employee);
    await open(org, employee, document);
    const signed = await beforeAppend(
      org,
      () => cancelling(org, document),
      () => world.attempt(employee, signTraining, { ...signatureOf(employee), record }),
    );
    expect(signed.ok).toBe(false);
    expect(await typesOf(org, streams.record(record))).toEqual([]);
  });

  it.each([
    ['the document is retired', retiring],
    ['the person is deactivated', leaving],
  ])('where it is signed just before %s, the record stays completed and is not cancelled', async (_, cancelling) => {
    const org = await organisation();
    const { world, employee } = org;
    // The first signature also writes to the person, which whatever is decided on the person conflicts with already.
    const earlier = await published(org, '052');
    await open(org, employee, earlier);
    const first = await recordOf(org, earlier, employee);
    await world.act(employee, signTraining, { ...signatureOf(employee), record: first });
    const document = await published(org, '051');
    const record = await recordOf(org, document, employee);
    await open(org, employee, document);
    await beforeAppend(
      org,
      () => world.act(employee, signTraining, { ...signatureOf(employee), record }),
      () => cancelling(org, document),
    );
    const batches = [streams.training(document), streams.learner(employee.uid)];
    const { ledger } = org.services;
    const read = await Promise.all(batches.map((stream) => ledger.readStream(world.org, stream)));
    const cancelled = read.flatMap(({ events }) => events).filter(({ type }) => type === 'TrainingCancelled');
    expect(JSON.stringify(cancelled)).not.toContain(record);
    expect(await typesOf(org, streams.record(record))).toEqual(['TrainingCompleted']);
  });
});
