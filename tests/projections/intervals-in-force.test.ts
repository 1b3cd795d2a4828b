import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { encode } from '#events/catalogue.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { streams } from '#events/streams.ts';
import { check } from '#projections/rebuild/check.ts';
import { commands, documentUid, live, lives } from '#tests/deciders/document-world.ts';
import { openLedger } from './rows.ts';

const { db, ledger } = await openLedger({ fresh: true });

const revise = (version: string, details: (typeof commands.Revise)['details']) => ({
  ...commands.Revise,
  version,
  details,
});
const revised = revise('2.0', { trainingInterval: 30 });
const again = revise('3.0', { trainingInterval: 10, reviewInterval: 60 });

/** What happened to a document, and the intervals of its version in force where the working version has others. */
const histories: [what: string, events: readonly DocumentEvent[], inForce: (number | null)[]][] = [
  ['never revised', live(...lives.EFFECTIVE), [null, null]],
  ['revised with other days', live(...lives.EFFECTIVE, revised), [365, null]],
  ['revised once more', live(...lives.EFFECTIVE, revised, again), [365, 730]],
  ['retired after that', live(...lives.EFFECTIVE, revised, commands.Retire), [365, null]],
  ['revised before any was in force', live(...lives.PENDING, again), [null, null]],
];

test('the version in force keeps its intervals until another is in force', async () => {
  const orgs = new Map<string, (number | null)[]>();
  for (const [, events, inForce] of histories) {
    const org = randomUUID();
    orgs.set(org, inForce);
    const outcome = await ledger.append({
      org,
      actor: { kind: 'system', name: 'clock' },
      commandId: randomUUID(),
      writes: [{ stream: streams.document(documentUid), expectedVersion: 0, events: events.map(encode) }],
    });
    expect(outcome.kind).toBe('appended');
  }
  const intervals = async () => {
    const { rows } = await db.owner.query<{ org: string; days: (number | null)[]; due: Date | null }>(
      `select org_id as org, json_build_array(effective_training_interval, effective_review_interval) as days,
              review_due_at - latest_effective_at = interval '730 days' as due
       from read.document`,
    );
    return rows;
  };
  const listed = await intervals();
  expect(new Map(listed.map(({ org, days }) => [org, days]))).toEqual(orgs);
  expect(listed.map(({ due }) => due).filter((due) => due !== null)).toEqual([true, true, true, true]);
  expect((await check({ pool: db.owner })).filter(({ count }) => count > 0)).toEqual([]);
});
