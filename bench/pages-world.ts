import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pino from 'pino';
import { from as copyFrom } from 'pg-copy-streams';
import { loadConfig } from '#app/config.ts';
import { openEmbedded } from '#app/embedded-postgres/embedded-postgres.ts';
import type { Postgres } from '#app/database/reachable.ts';
import { migrate } from '#app/database/migrate.ts';
import { createPool } from '#app/database/pool.ts';
import { createServices } from '#app/services.ts';
import { canonicalize } from '#events/ledger/canonical.ts';
import { Frontier, leafHash } from '#events/ledger/tree.ts';
import type { Json } from '#events/ledger/types.ts';
import { migrationFiles } from '#app/database/migration-files.ts';
import { rebuild } from '#projections/rebuild.ts';
import { history, membersOf, orgUid, type Entry, type Size } from './pages-history.ts';
import { print, timed, whole } from './measure.ts';

/** An organisation in a database of the bench's own, which is kept for the next run. */
export interface BenchWorld {
  postgres: Postgres;
  /** The owner's address. */
  url: string;
  dataDir: string;
  /** What a server of this world is started with: its database, and the keys that it has had from the beginning. */
  environment: Record<'DATABASE_URL' | 'SECRET_KEY' | 'SIGNING_KEY', string>;
  /** Admins who can sign in. */
  callers: { email: string; password: string }[];
}

const password = 'corridor-battery-9-lamp';
const secretKey = 'bench'.repeat(8);
const callers = 20;

/** Opens the world of this size, and makes it where there is none of it yet. `folder` is kept. */
export async function openWorld(folder: string, size: Size): Promise<BenchWorld> {
  const dataDir = path.join(folder, `bench-pages-${size.documents}-${size.people}-${size.records}`);
  const marker = path.join(dataDir, 'world.json');
  // Other migrations make other tables, another key does not fit what was signed; one that was cut short is no world.
  const wanted = [...migrationFiles().numbered.map(({ name }) => name), 'checkpoints by its own key'].join();
  const kept = (await readFile(marker, 'utf8').catch(() => '')) === wanted;
  if (!kept) await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const settings = { max_wal_size: '8GB' };
  const postgres = await openEmbedded({ dataDir, use: 'server', settings });
  if (!kept) {
    const seconds = await timed(() => make(postgres.url, dataDir, size));
    print(
      `The world of ${whole(size.documents)} documents, ${whole(size.people)} people and ${whole(size.records)} training records was made in ${seconds.toFixed(0)} s.`,
    );
    await writeFile(marker, wanted);
  }
  const { members } = membersOf(size);
  const admins = members.filter(({ role }) => role === 'ADMIN').slice(0, callers);
  return {
    postgres,
    url: postgres.url,
    dataDir,
    environment: {
      DATABASE_URL: postgres.url,
      SECRET_KEY: secretKey,
      SIGNING_KEY: await readFile(path.join(dataDir, 'signing.key'), 'utf8'),
    },
    callers: admins.map(({ email }) => ({ email, password })),
  };
}

async function make(url: string, dataDir: string, size: Size): Promise<void> {
  await migrate(url);
  const owner = createPool({ url, as: 'owner', max: 4 });
  try {
    await copyHistory(owner, size);
    await rebuild({ pool: owner, org: orgUid });
    await owner.query('vacuum analyze');
  } finally {
    await owner.end();
  }
  const config = await loadConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey });
  const services = await createServices({ config, databaseUrl: url, log: pino({ level: 'silent' }) });
  try {
    const { members } = membersOf(size);
    for (const { uid } of members.filter((one) => one.role === 'ADMIN').slice(0, callers))
      await services.identity.accounts.setPassword({ org: orgUid, user: uid, password, now: services.now() });
  } finally {
    await services.close();
  }
}

const columns =
  'org_id, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf, canonical';
const escape = (text: string): string => text.replaceAll('\\', '\\\\');

/** Fills the ledger through COPY, as the owner, with the tree beside it. */
async function copyHistory(owner: ReturnType<typeof createPool>, size: Size): Promise<void> {
  const frontier = new Frontier();
  const nodes: { level: number; index: number; hash: Buffer }[] = [];
  const versions = new Map<string, number>();
  let position = 0;
  let last = '';
  let latest = '';
  const lineOf = ({ stream, event, at, by }: Entry): string => {
    position++;
    const version = (versions.get(stream) ?? 0) + 1;
    // A training record's stream has one event and is never asked for again.
    if (!stream.startsWith('record-')) versions.set(stream, version);
    last = new Date(at).toISOString();
    if (last > latest) latest = last;
    const commandId = `bench-${position}`;
    const actor = by
      ? { kind: 'user', uid: by.uid, name: by.name, role: by.role, session: null, address: null }
      : { kind: 'system', name: 'The console' };
    const envelope = {
      org: orgUid,
      stream,
      version,
      type: event.type,
      schema: 1,
      recordedAt: last,
      actor,
      commandId,
      data: event.data,
    };
    const canonical = canonicalize(envelope as unknown as Json);
    const leaf = leafHash(Buffer.from(canonical));
    frontier.add(leaf, (level, index, hash) => {
      if (level % 8 === 0) nodes.push({ level, index, hash: hash });
    });
    return `${orgUid}\t${position}\t${version}\t${last}\t${stream}\t${event.type}\t${commandId}\t${position}\tnull\t\\\\x${leaf.toString('hex')}\t${escape(canonical)}\n`;
  };
  function* chunks(): Generator<string> {
    let lines = '';
    for (const entry of history(size)) {
      lines += lineOf(entry);
      if (lines.length < 1 << 20) continue;
      yield lines;
      lines = '';
    }
    yield lines;
  }
  const client = await owner.connect();
  try {
    await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ledger.event (${columns}) from stdin`)));
    await client.query(
      'insert into ledger.node (org_id, level, index, hash) select $1, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])',
      [orgUid, nodes.map((each) => each.level), nodes.map((each) => each.index), nodes.map((each) => each.hash)],
    );
    await client.query(
      'insert into ledger.head (org_id, size, frontier, recorded_at, clock_at) values ($1, $2, $3, $4, $4)',
      [orgUid, position, Buffer.concat(frontier.hashes), latest],
    );
  } finally {
    client.release();
  }
}
