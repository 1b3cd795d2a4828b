import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import type { Postgres } from '#app/adapters/database/reachable.ts';
import { migrate } from '#app/adapters/database/migrate.ts';
import { createPool } from '#app/adapters/database/pool.ts';
import { createServices } from '#app/server/services.ts';
import { canonicalize } from '#events/ledger/canonical.ts';
import type { Json } from '#events/ledger/types.ts';
import { migrationFiles } from '#app/adapters/database/migration-files.ts';
import { rebuild } from '#projections/rebuild/rebuild.ts';
import { copyLedger, type StoredEvent } from '../copy-ledger.ts';
import { history, orgUid } from './history.ts';
import { membersOf, type Size } from './people.ts';
import { print, timed, whole } from '../measure.ts';

/** An organisation in a database of the bench's own, which the next run finds again. */
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

/** Opens the world of this size, and makes it where there is none yet. */
export async function openWorld(folder: string, size: Size): Promise<BenchWorld> {
  const dataDir = path.join(folder, `bench-pages-${size.documents}-${size.people}-${size.records}`);
  const marker = path.join(dataDir, 'world.json');
  // Other migrations make other tables, and another key does not fit what was signed.
  const wanted = [...migrationFiles().numbered.map(({ name }) => name), 'checkpoints by its own key'].join();
  const isThere = (await readFile(marker, 'utf8').catch(() => '')) === wanted;
  if (!isThere) await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const settings = { max_wal_size: '8GB' };
  const postgres = await openEmbedded({ dataDir, use: 'server', settings });
  if (!isThere) {
    const seconds = await timed(() => make(postgres.url, dataDir, size));
    print(
      `The world of ${whole(size.documents)} documents, ${whole(size.people)} people and ` +
        `${whole(size.records)} training records was made in ${seconds.toFixed(0)} s.`,
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
    await copyLedger(owner, orgUid, storedEvents(size));
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

/** The events of the history as the ledger would have stored them. */
function* storedEvents(size: Size): Generator<StoredEvent> {
  const versions = new Map<string, number>();
  let position = 0;
  for (const { stream, event, at, by } of history(size)) {
    const version = (versions.get(stream) ?? 0) + 1;
    // A training record's stream has one event.
    if (!stream.startsWith('record-')) versions.set(stream, version);
    const recordedAt = new Date(at).toISOString();
    const commandId = `bench-${++position}`;
    const actor = by
      ? { kind: 'user', uid: by.uid, name: by.name, role: by.role, session: null, address: null }
      : { kind: 'system', name: 'The console' };
    const envelope = {
      org: orgUid,
      stream,
      version,
      type: event.type,
      schema: 1,
      recordedAt,
      actor,
      commandId,
      data: event.data,
    };
    const canonical = canonicalize(envelope as unknown as Json);
    yield { stream, version, type: event.type, recordedAt, commandId, canonical };
  }
}
