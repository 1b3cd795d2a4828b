import { randomUUID } from 'node:crypto';
import { enqueue } from '#app/notifications/jobs/reactions.ts';
import { createLedger } from '#events/ledger/append/append.ts';
import { project } from '#projections/registry.ts';
import { tables } from '#projections/table-keys.ts';
import type { BenchDatabase } from './database.ts';
import { timed } from './measure.ts';

const people = 10_000;
const batch = 500;
const due = '2026-12-31T00:00:00.000Z';

/** Seconds of one round: the bare set-based insert, and the append that records and projects 10,000 assignments. */
export const publishRound = async (database: BenchDatabase): Promise<{ bare: number; append: number }> => {
  const { owner } = database;
  const org = randomUUID();
  const document = randomUUID();
  // The same table with the same indexes, empty as the organisation's is.
  await owner.query(`
    drop table if exists read.bench_training;
    create table read.bench_training (like read.training_record including all)`);
  const bare = await timed(() =>
    owner.query(
      `insert into read.bench_training (org_id, uid, user_uid, document_uid, version, status, assigned_because,
                                       assigned_at, assigned_position, due_at, changed_at)
       select $1, gen_random_uuid(), gen_random_uuid(), $2, '1.0', 'OPEN', 'published', now(), 1, $3, now()
       from generate_series(1, ${people})`,
      [org, document, due],
    ),
  );
  const ledger = createLedger({ pool: database.application, reactions: { tables, project, enqueue } });
  const uids = Array.from({ length: people }, () => ({ record: randomUUID(), user: randomUUID() }));
  const data = (from: number) => ({
    because: 'published',
    document: { uid: document, name: 'Operation of the capping station' },
    user: null,
    assignments: uids
      .slice(from, from + batch)
      .map(({ record, user }) => ({ record, user, document, version: '1.0', dueAt: due })),
  });
  const events = Array.from({ length: people / batch }, (_, i) => ({
    type: 'TrainingAssigned',
    schema: 1,
    data: data(i * batch),
  }));
  const append = await timed(async () => {
    const outcome = await ledger.append({
      org,
      actor: { kind: 'system', name: 'bench' },
      commandId: randomUUID(),
      writes: [{ stream: 'assignment', expectedVersion: 0, events }],
    });
    if (outcome.kind !== 'appended') throw new Error(outcome.kind);
  });
  const { rows } = await owner.query<{ count: string }>('select count(*) from read.training_record where org_id = $1', [
    org,
  ]);
  if (Number(rows[0]!.count) !== people) throw new Error(`${rows[0]!.count} of ${people} assignments show`);
  return { bare, append };
};
