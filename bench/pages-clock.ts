import { createDatabase } from '#app/database/database.ts';
import { readDigest } from '#app/queries/reminder/digest.ts';
import { digestMoment } from '#app/queries/reminder/digest-moment.ts';
import * as due from '#app/queries/reminder/due.ts';
import { readTraining } from '#app/email/training-facts.ts';
import { median, table, timed } from './measure.ts';
import { membersOf, orgUid } from './pages-history.ts';
import type { BenchWorld } from './pages-world.ts';

/** A look is repeated this often. */
const times = 5;
const days = 7;
/** Enough to name the first admin. */
const smallest = { documents: 0, people: 1, records: 0 };

/** What the clock reads of the world, each look's median in milliseconds, and how many matters it found. */
export async function measureClock({ url }: BenchWorld) {
  const database = createDatabase({ url, as: 'application', max: 2 });
  const now = new Date().toISOString();
  const moment = digestMoment(now, 'UTC', { weekday: 1, hour: 7 });
  try {
    const look = <T>(work: (db: Parameters<Parameters<typeof database.read>[1]>[0]) => Promise<T>) =>
      database.read(orgUid, work);
    const overdue = await look((db) => due.trainingOverdue(db, now, 1));
    const looks: [string, () => Promise<{ length: number }>][] = [
      ['training due soon', () => look((db) => due.trainingDue(db, now, days))],
      ['training overdue', () => look((db) => due.trainingOverdue(db, now, 1))],
      ['training to escalate', () => look((db) => due.trainingEscalated(db, now, days))],
      ['approvals waiting', () => look((db) => due.approvalsWaiting(db, now, days))],
      ['periodic reviews due', () => look((db) => due.reviewsDue(db, now))],
      ['who has a weekly digest', () => look((db) => due.digests(db, moment))],
      [
        'one admin’s digest',
        async () =>
          (await look((db) => readDigest(db, { uid: membersOf(smallest).members[0]!.uid, role: 'ADMIN' }, now)))
            .training.items,
      ],
      [
        'one letter of escalation, all that one look took up',
        () => readTraining(database, orgUid, { records: overdue.map(({ about }) => about) }),
      ],
    ];
    const found: { name: string; ms: number; rows: number }[] = [];
    for (const [name, work] of looks) {
      let rows = 0;
      const taken: number[] = [];
      for (let i = 0; i <= times; i++) taken.push((await timed(async () => (rows = (await work()).length))) * 1000);
      found.push({ name, ms: median(taken.slice(1)), rows });
    }
    return found;
  } finally {
    await database.close();
  }
}

export function showClock(found: Awaited<ReturnType<typeof measureClock>>): void {
  table([['the clock', 'ms', 'rows'], ...found.map(({ name, ms, rows }) => [name, ms.toFixed(1), String(rows)])]);
}
