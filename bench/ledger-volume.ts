import { hash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { enqueue } from '#app/notifications/jobs/reactions.ts';
import { createLedger } from '#events/ledger/append/append.ts';
import { nodeHash } from '#events/ledger/tree.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { rebuild } from '#projections/rebuild/rebuild.ts';
import { project } from '#projections/registry.ts';
import { tables } from '#projections/table-keys.ts';
import { step } from '#tests/projections/random-choices.ts';
import { History } from '#tests/projections/history.ts';
import { copyOut } from '#events/ledger/copy.ts';
import { copyLedger, type StoredEvent } from './copy-ledger.ts';
import type { BenchDatabase } from './database.ts';
import { timed } from './measure.ts';

/** An organisation with as many events as asked for, made of copies of one history that the deciders wrote. */
export interface Volume {
  org: string;
  events: number;
  /** The bytes of each event, for the comparison with SHA-256 alone. */
  lengths: Int32Array;
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

interface Pattern {
  /** Texts between the uids that differ from copy to copy, up to the version. */
  texts: string[];
  uids: string[];
  stream: string;
  type: string;
  at: string;
}

/** A few hundred events of whole document lives, cut into what stays and what changes in a copy. */
const patterns = async (database: BenchDatabase): Promise<{ org: string; patterns: Pattern[] }> => {
  const ledger = createLedger({ pool: database.application, reactions: { tables, project, enqueue } });
  const history = await History.begin(ledger);
  const die = fc.nat({ max: 400 });
  const steps = fc.sample(fc.record({ what: die, which: die, who: die, how: die }), { seed: 11, numRuns: 600 });
  for (const one of steps) await step(history, one);
  const found: Pattern[] = [];
  const positions = Array.from({ length: Number(history.position) }, (_, i) => String(i + 1));
  for (const { canonical } of await ledger.readBytes(history.org, positions)) {
    const { stream, type, recordedAt } = JSON.parse(canonical) as { stream: string; type: string; recordedAt: string };
    const body = canonical.slice(0, canonical.lastIndexOf(',"version":'));
    const parts = body.split(new RegExp(`(${uuids.source})`));
    const texts: string[] = [parts[0]!];
    const uids: string[] = [];
    for (let i = 1; i < parts.length; i += 2)
      if (parts[i] === history.org) texts.push(texts.pop()! + parts[i] + parts[i + 1]);
      else {
        uids.push(parts[i]!);
        texts.push(parts[i + 1]!);
      }
    found.push({ texts, uids, stream, type, at: recordedAt });
  }
  await ledger.close();
  return { org: history.org, patterns: found };
};

/** A uid of a copy: the same everywhere in it, another in each. */
const copied = (uid: string, copy: number): string => {
  if (copy === 0) return uid;
  const tail = (Number.parseInt(uid.slice(-7), 16) ^ (copy * 2 + 1)) & 0xfffffff;
  return uid.slice(0, -7) + tail.toString(16).padStart(7, '0');
};

/** Fills a ledger with copies of the history, so many events in all. */
export const fill = async (database: BenchDatabase, events: number): Promise<Volume> => {
  const { org: source, patterns: life } = await patterns(database);
  const org = randomUUID();
  const lengths = new Int32Array(events);
  const versions = new Map<string, number>();
  const ready = life.map((pattern) => ({
    ...pattern,
    texts: pattern.texts.map((text) => text.replaceAll(source, org)),
  }));
  const lastAt = life.at(-1)!.at;
  function* copies(): Generator<StoredEvent> {
    for (let n = 0; n < events; n++) {
      const copy = Math.floor(n / ready.length);
      const { texts, uids, stream: name, type, at } = ready[n % ready.length]!;
      let body = texts[0]!;
      for (let i = 0; i < uids.length; i++) body += copied(uids[i]!, copy) + texts[i + 1]!;
      const stream = name.replace(new RegExp(uuids, 'g'), (uid) => copied(uid, copy));
      const version = (versions.get(stream) ?? 0) + 1;
      versions.set(stream, version);
      const recordedAt = copy === 0 ? at : lastAt;
      const commandId = `copy-${n}`;
      const canonical = `${body
        .replace(/"commandId":"[^"]*"/, `"commandId":"${commandId}"`)
        .replace(`"recordedAt":"${at}"`, `"recordedAt":"${recordedAt}"`)},"version":${version}}`;
      lengths[n] = Buffer.byteLength(canonical);
      yield { stream, version, type, recordedAt, commandId, canonical };
    }
  }
  await copyLedger(database.owner, org, copies());
  return { org, events, lengths };
};

/** Seconds of one round. */
export interface VolumeTimes {
  copyOut: number;
  rawHash: number;
  verify: number;
  rebuild: number;
}

export const volumeRound = async (database: BenchDatabase, { org, events, lengths }: Volume): Promise<VolumeTimes> => {
  const client = await database.owner.connect();
  try {
    const query = `select position, leaf, canonical from ledger.event where org_id = '${org}' order by position`;
    const copied = await timed(async () => {
      for await (const chunk of copyOut(client, query)) void chunk;
    });
    const rawHash = await timed(() => {
      const scratch = Buffer.alloc(lengths.reduce((a, b) => Math.max(a, b)) + 1, 'a');
      let last: Buffer = Buffer.alloc(32);
      for (const length of lengths) last = hash('sha256', scratch.subarray(0, length + 1), 'buffer');
      for (let node = 1; node < events; node++) last = nodeHash(last, last);
    });
    const verified = await timed(async () => {
      for await (const { damages, positions } of verify({ pool: database.owner, org, keys: [], keyName: 'bench' }))
        // The admin who begins the history was never invited, and its copies repeat that person.
        if (damages.some(({ what }) => what !== 'actor') || positions !== events)
          throw new Error(`The bench's own ledger is damaged: ${JSON.stringify(damages[0])}`);
    });
    const rebuilt = await timed(() => rebuild({ pool: database.owner, org, schema: 'bench_rebuild' }));
    return { copyOut: copied, rawHash, verify: verified, rebuild: rebuilt };
  } finally {
    client.release();
  }
};
