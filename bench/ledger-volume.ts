import { hash, randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { enqueue } from '#app/jobs/reactions.ts';
import { createLedger } from '#events/ledger/append/append.ts';
import { Frontier, leafHash, nodeHash } from '#events/ledger/tree.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { rebuild } from '#projections/rebuild.ts';
import { project } from '#projections/registry.ts';
import { Selection } from '#projections/selection.ts';
import { tables } from '#projections/tables.ts';
import { step } from '#tests/projections/random-choices.ts';
import { History } from '#tests/projections/history.ts';
import type { Place } from './ledger-place.ts';
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
const patterns = async (place: Place): Promise<{ org: string; patterns: Pattern[] }> => {
  const ledger = createLedger({ pool: place.application, reactions: { tables, project, enqueue } });
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

const columns =
  'org_id, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf, canonical';

/** Fills the ledger through COPY, as the owner; the tree is computed beside it. */
export const fill = async (place: Place, events: number): Promise<Volume> => {
  const { org: source, patterns: life } = await patterns(place);
  const org = randomUUID();
  const lengths = new Int32Array(events);
  const frontier = new Frontier();
  const nodes: { level: number; index: number; hash: Buffer }[] = [];
  const versions = new Map<string, number>();
  const escape = (text: string) => text.replaceAll('\\', '\\\\');
  const orgIn = (text: string) => text.replaceAll(source, org);
  const ready = life.map((pattern) => ({ ...pattern, texts: pattern.texts.map(orgIn) }));
  const lastAt = life.at(-1)!.at;
  function* lines(): Generator<string> {
    let lines = '';
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
      const canonical = `${body.replace(/"commandId":"[^"]*"/, `"commandId":"${commandId}"`).replace(`"recordedAt":"${at}"`, `"recordedAt":"${recordedAt}"`)},"version":${version}}`;
      const bytes = Buffer.from(canonical);
      lengths[n] = bytes.length;
      const leaf = leafHash(bytes);
      frontier.add(leaf, (level, index, hash) => {
        if (level % 8 === 0) nodes.push({ level, index, hash: hash });
      });
      lines += `${org}\t${n + 1}\t${version}\t${recordedAt}\t${escape(stream)}\t${type}\t${commandId}\t${n + 1}\tnull\t\\\\x${leaf.toString('hex')}\t${escape(canonical)}\n`;
      if (lines.length > 1 << 20) {
        yield lines;
        lines = '';
      }
    }
    yield lines;
  }
  const client = await place.owner.connect();
  try {
    await pipeline(Readable.from(lines()), client.query(copyFrom(`copy ledger.event (${columns}) from stdin`)));
    await client.query(
      'insert into ledger.node (org_id, level, index, hash) select $1, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])',
      [org, nodes.map((each) => each.level), nodes.map((each) => each.index), nodes.map((each) => each.hash)],
    );
    await client.query(
      'insert into ledger.head (org_id, size, frontier, recorded_at, clock_at) values ($1, $2, $3, $4, $4)',
      [org, events, Buffer.concat(frontier.hashes), lastAt],
    );
    await client.query('vacuum analyze ledger.event');
  } finally {
    client.release();
  }
  return { org, events, lengths };
};

/** Seconds of one round. */
export interface VolumeTimes {
  copyOut: number;
  rawHash: number;
  verify: number;
  /** Of every read model. */
  rebuild: number;
  /** Of the documents and the training records, for which the goal was set. */
  rebuildTwo: number;
}

const two = Selection.owning(['document', 'training_record']);

export const volumeRound = async (place: Place, { org, events, lengths }: Volume): Promise<VolumeTimes> => {
  const client = await place.owner.connect();
  try {
    const copyOut = await timed(async () => {
      const rows = client.query(
        copyTo(
          `copy (select position, leaf, canonical from ledger.event where org_id = '${org}' order by position) to stdout (format binary)`,
        ),
      );
      for await (const chunk of rows) void chunk;
    });
    const rawHash = await timed(() => {
      const scratch = Buffer.alloc(lengths.reduce((a, b) => Math.max(a, b)) + 1, 'a');
      let last: Buffer = Buffer.alloc(32);
      for (const length of lengths) last = hash('sha256', scratch.subarray(0, length + 1), 'buffer');
      for (let node = 1; node < events; node++) last = nodeHash(last, last);
    });
    const verified = await timed(async () => {
      for await (const { damages, positions } of verify({ pool: place.owner, org, keys: [], keyName: 'bench' }))
        if (damages.length > 0 || positions !== events)
          throw new Error(`The bench's own ledger is damaged: ${JSON.stringify(damages[0])}`);
    });
    const rebuilt = await timed(() => rebuild({ pool: place.owner, org, schema: 'bench_rebuild' }));
    const rebuiltTwo = await timed(() => rebuild({ pool: place.owner, org, schema: 'bench_two', selection: two }));
    return { copyOut, rawHash, verify: verified, rebuild: rebuilt, rebuildTwo: rebuiltTwo };
  } finally {
    client.release();
  }
};
