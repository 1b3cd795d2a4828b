import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { streams } from '#events/streams.ts';
import { cancelBecauseOfDocument, moveDueDates } from '#events/training/cancel.ts';
import type { TrainingRecord } from '#events/training/record.ts';
import { principalOf } from './document-commands.ts';
import { History } from './history.ts';
import { openLedger } from './rows.ts';

const { db, ledger } = await openLedger();

/** Version 1.0 is pending, and everybody in its departments was assigned to it. */
async function assigned(): Promise<{ history: History; document: string; records: TrainingRecord[] }> {
  const history = await History.begin(ledger);
  const document = await history.createDocument(1);
  await history.publish(document);
  await history.assign(history.document(document)!, history.now());
  return { history, document, records: [...history.records.values()] };
}

const recordsOf = (history: History) =>
  db.database.tenant(history.org, (trx) => trx.selectFrom('read.training_record').selectAll().orderBy('uid').execute());

describe('read.training_record', () => {
  test('one row a person, with why, when and due when', async () => {
    const { history, document, records } = await assigned();
    const rows = await recordsOf(history);
    expect(rows).toHaveLength(records.length);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows)
      expect(row).toMatchObject({
        document_uid: document,
        version: '1.0',
        status: 'OPEN',
        assigned_because: 'published',
        assigned_position: String(history.position),
        due_at: records.find(({ record }) => record === row.uid)!.dueAt,
        signed_at: null,
      });
  });

  test('what is signed shows its signature and is never touched again', async () => {
    const { history, document, records } = await assigned();
    const [first, second] = records;
    await history.complete(first!, history.document(document)!);
    const signed = (await recordsOf(history)).find(({ uid }) => uid === first!.record)!;
    expect(signed).toMatchObject({
      status: 'COMPLETED',
      meaning: 'read_and_understood',
      reason: 'I have read and understand.',
      sha256: history.document(document)!.current.files.final!.sha256,
      completed_position: String(history.position),
    });

    const named = { uid: document, name: 'Procedure' };
    // As a cancellation would come that was decided before the signature was seen.
    const stale = [first!, second!].map((record) => ({ ...record, status: 'OPEN' as const }));
    await history.write(streams.training(document), cancelBecauseOfDocument('retired', named, stale));
    const { version } = stale[0]!;
    const later = { version, effectiveAt: '2029-01-01T00:00:00.000Z', carriesOver: false };
    await history.write(streams.training(document), moveDueDates(named, later, stale, 14));
    const rows = await recordsOf(history);
    expect(rows.find(({ uid }) => uid === first!.record)).toEqual(signed);
    expect(rows.find(({ uid }) => uid === second!.record)).toMatchObject({
      status: 'CANCELLED',
      cancelled_because: 'retired',
      due_at: second!.dueAt,
    });
  });

  test('a person has at most one open record on a version: the database refuses the second', async () => {
    const { history, records } = await assigned();
    const { record: _, user, document, version, dueAt } = records[0]!;
    await history.write(streams.assignment, [
      {
        type: 'TrainingAssigned',
        data: {
          because: 'confirmed',
          document: null,
          user: null,
          assignments: [{ record: randomUUID(), user, document, version, dueAt }],
        },
      },
    ]);
    expect(history.violated).toEqual(['training_record_open_unique']);
    expect(await recordsOf(history)).toHaveLength(records.length);
  });
});

describe('read.audit', () => {
  const trail = (history: History, kind: 'document' | 'user', subject: string) =>
    db.database.tenant(history.org, async (trx) =>
      (
        await trx
          .selectFrom('read.audit')
          .select('position')
          .where('kind', '=', kind)
          .where('subject', '=', subject)
          .orderBy('position')
          .execute()
      ).map(({ position }) => Number(position)),
    );
  const types = async (history: History, positions: readonly number[]) =>
    (await ledger.readPage(history.org))
      .filter(({ position }) => positions.includes(Number(position)))
      .map(({ type }) => type);

  test("a document's trail holds every event about it once, training too", async () => {
    const { history, document, records } = await assigned();
    await history.complete(records[0]!, history.document(document)!);
    const positions = await trail(history, 'document', document);
    expect(new Set(positions).size).toBe(positions.length);
    const all = await ledger.readPage(history.org, { limit: 1000 });
    const about = all
      .filter((event) => JSON.stringify(event.data).includes(document))
      .map(({ position }) => Number(position));
    expect(positions).toEqual(about);
    expect(await types(history, positions)).toEqual(expect.arrayContaining(['TrainingAssigned', 'TrainingCompleted']));
  });

  test("a person's trail holds what happened to them and what they did", async () => {
    const { history, document, records } = await assigned();
    const record = records.find(({ user }) => principalOf(history.user(user)!).kind === 'user')!;
    await history.complete(record, history.document(document)!);
    const listed = await types(history, await trail(history, 'user', record.user));
    expect(listed).toEqual(
      expect.arrayContaining(['UserInvited', 'UserConfirmed', 'PasswordSet', 'TrainingAssigned', 'TrainingCompleted']),
    );
    const admin = history.admin();
    const acts = await types(history, await trail(history, 'user', admin.kind === 'user' ? admin.uid : ''));
    expect(acts).toEqual(expect.arrayContaining(['DocumentCreated', 'DocumentPublished']));
  });
});
