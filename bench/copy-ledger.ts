import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Frontier, leafHash } from '#events/ledger/tree.ts';

export const eventColumns =
  'org_id, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf, canonical';

/** An event as it is stored. Each is a command of its own, whose answer is null. */
export interface StoredEvent {
  stream: string;
  version: number;
  type: string;
  recordedAt: string;
  commandId: string;
  canonical: string;
}

const escape = (text: string): string => text.replaceAll('\\', '\\\\');

/** Fills an organisation's ledger through COPY, as the owner, and its tree. */
export const copyLedger = async (owner: pg.Pool, org: string, events: Iterable<StoredEvent>): Promise<void> => {
  const frontier = new Frontier();
  const nodes: { level: number; index: number; hash: Buffer }[] = [];
  let latest = '';
  function* lines(): Generator<string> {
    let chunk = '';
    for (const { stream, version, type, recordedAt, commandId, canonical } of events) {
      if (recordedAt > latest) latest = recordedAt;
      const leaf = leafHash(Buffer.from(canonical));
      frontier.add(leaf, (level, index, hash) => {
        if (level % 8 === 0) nodes.push({ level, index, hash });
      });
      const position = frontier.size;
      const row = [org, position, version, recordedAt, escape(stream), type, commandId, position, 'null'];
      chunk += `${row.join('\t')}\t\\\\x${leaf.toString('hex')}\t${escape(canonical)}\n`;
      if (chunk.length < 1 << 20) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
  const client = await owner.connect();
  try {
    await pipeline(Readable.from(lines()), client.query(copyFrom(`copy ledger.event (${eventColumns}) from stdin`)));
    await client.query(
      'insert into ledger.node (org_id, level, index, hash) ' +
        'select $1, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])',
      [org, nodes.map((each) => each.level), nodes.map((each) => each.index), nodes.map((each) => each.hash)],
    );
    await client.query(
      'insert into ledger.head (org_id, size, frontier, recorded_at, clock_at) values ($1, $2, $3, $4, $4)',
      [org, frontier.size, Buffer.concat(frontier.hashes), latest],
    );
    await client.query('vacuum analyze ledger.event');
  } finally {
    client.release();
  }
};
