import DataLoader from 'dataloader';
import type pg from 'pg';
import type { EventEnvelope, Json, RecordedEvent, StreamRead } from './types.ts';
import type { Instant } from '#events/time.ts';

/** An event's exact bytes: the UTF-8 of `canonical` is what was hashed. Positions are decimal text. */
export interface RecordedBytes {
  position: string;
  canonical: string;
  /** SHA-256 of 0x00 and the bytes: the RFC 6962 leaf hash. */
  leaf: Buffer;
}

export interface LedgerHead {
  /** How many events; also the last position. Decimal text. */
  size: string;
  /** Null while the ledger is empty. */
  recordedAt: Instant | null;
}

export interface PageRequest {
  /** The page begins after this position. Default '0': at the start. */
  after?: string;
  /** And holds nothing beyond this one. A long export fixes it once and pages in short transactions. */
  upTo?: string;
  /** Default 1,000. */
  limit?: number;
}

export interface LedgerReader {
  readStream(org: string, stream: string): Promise<StreamRead>;
  /** Several streams in one round trip; each asked-for stream is in the answer. */
  readStreams(org: string, streams: readonly string[]): Promise<Map<string, StreamRead>>;
  streamVersions(org: string, streams: readonly string[]): Promise<Map<string, number>>;
  commandAnswer(org: string, commandId: string): Promise<{ answer: Json } | null>;
  readPage(org: string, page?: PageRequest): Promise<RecordedEvent[]>;
  /** The exact bytes and leaf hashes of these positions, in order; positions that do not exist are left out. */
  readBytes(org: string, positions: readonly string[]): Promise<RecordedBytes[]>;
  readHead(org: string): Promise<LedgerHead>;
}

/** The event that a canonical text holds. */
export const decodeEvent = (position: string, canonical: string): RecordedEvent => {
  const event = JSON.parse(canonical) as EventEnvelope & { position: string };
  event.position = position;
  return event;
};

const lastPosition = '9223372036854775807';

/** Readers in one round trip each, under row-level security: the functions set `org` for their transaction. */
export const createReader = (pool: pg.Pool): LedgerReader => {
  const rows = async <T extends pg.QueryResultRow>(name: string, columns: string, values: unknown[]): Promise<T[]> => {
    const parameters = values.map((_, i) => `$${i + 1}`).join(', ');
    const text = `select ${columns} from ledger.${name}(${parameters})`;
    return (await pool.query<T>({ name: `ledger.${name}`, text, values })).rows;
  };

  const readStreams = async (org: string, streams: readonly string[]): Promise<Map<string, StreamRead>> => {
    const found = new Map<string, StreamRead>(streams.map((stream) => [stream, { version: 0, events: [] }]));
    for (const row of await rows<{ stream: string; position: string; canonical: string }>(
      'read_streams',
      'stream, position, canonical',
      [org, streams],
    )) {
      const event = decodeEvent(row.position, row.canonical);
      const stream = found.get(row.stream)!;
      stream.events.push(event);
      stream.version = event.version;
    }
    return found;
  };

  // Streams that are asked for in one tick are read in one round trip. Nothing is cached: each read is of now.
  const together = new DataLoader<{ org: string; stream: string }, StreamRead>(
    async (asked) => {
      const orgs = [...new Set(asked.map(({ org }) => org))];
      const streamsOf = (org: string) => [
        ...new Set(asked.filter((one) => one.org === org).map(({ stream }) => stream)),
      ];
      const read = new Map(
        await Promise.all(orgs.map(async (org) => [org, await readStreams(org, streamsOf(org))] as const)),
      );
      return asked.map(({ org, stream }) => read.get(org)!.get(stream)!);
    },
    { cache: false },
  );

  return {
    readStreams,
    readStream: (org, stream) => together.load({ org, stream }),
    async streamVersions(org, streams) {
      const found = new Map(streams.map((stream) => [stream, 0]));
      for (const row of await rows<{ stream: string; version: number }>('read_versions', 'stream, version', [
        org,
        streams,
      ]))
        found.set(row.stream, row.version);
      return found;
    },
    async commandAnswer(org, commandId) {
      const [command] = await rows<{ answer: string }>('read_command', 'answer', [org, commandId]);
      return command ? { answer: JSON.parse(command.answer) as Json } : null;
    },
    async readPage(org, { after = '0', upTo = lastPosition, limit = 1000 } = {}) {
      const page = await rows<{ position: string; canonical: string }>('read_page', 'position, canonical', [
        org,
        after,
        upTo,
        limit,
      ]);
      return page.map((row) => decodeEvent(row.position, row.canonical));
    },
    async readBytes(org, positions) {
      return rows<{ position: string; canonical: string; leaf: Buffer }>('read_bytes', 'position, canonical, leaf', [
        org,
        positions,
      ]);
    },
    async readHead(org) {
      const [head] = await rows<{ size: string; recorded_at: Instant | null }>(
        'read_head',
        "size, to_char(nullif(recorded_at, '-infinity') at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') as " +
          'recorded_at',
        [org],
      );
      return { size: head?.size ?? '0', recordedAt: head?.recorded_at ?? null };
    },
  };
};
