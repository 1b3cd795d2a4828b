import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { createLedger } from '#events/ledger/append/append.ts';
import type { NewEvent } from '#events/ledger/types.ts';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { createDatabase } from '#app/adapters/database/database.ts';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#app/adapters/database/migrate.ts';
import { evidencePack } from '#app/audit/evidence/pack/make.ts';
import { verifyFiles } from '#app/audit/evidence/verify/verify-files.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { createServices, type Services } from '#app/server/services.ts';
import { openSeal } from '#app/kit/downloads/open-seal.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { project } from '#projections/registry.ts';
import { tables } from '#projections/table-keys.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildVerifier } from '../scripts/verifier.mjs';
import { atMost, median, parseOptions, print, report, timed, whole } from './measure.ts';

const events = 1000;

/** An organisation with a document whose trail has as many events: it was downloaded again and again. */
async function fill(services: Services): Promise<{ org: string; document: string }> {
  const domain = `bench-${randomUUID().slice(0, 8)}.example`;
  const admin = {
    firstName: 'Ines',
    lastName: 'Okafor',
    email: `ines.okafor@${domain}`,
    password: 'corridor-battery-9-lamp',
  };
  const world = await World.found(services, { name: 'Northmere Diagnostics', domain, admin });
  await world.department('Quality');
  await world.functionalArea('QA');
  const document = await world.create(world.admin, {
    name: 'Batch Record Review',
    type: 'SOP',
    functionalArea: 'QA',
    docNum: '007',
    send: false,
  });
  const { database } = services;
  const ledger = createLedger({ pool: database.pool, reactions: { tables, project, enqueue: () => [] } });
  const taken = (): NewEvent => ({
    type: 'DocumentFileDownloaded',
    schema: 1,
    data: {
      document,
      version: '1.0',
      kind: 'final',
      purpose: 'manage',
      sha256: 'a'.repeat(64),
      user: { uid: world.admin.uid, name: 'Ines Okafor' },
    },
  });
  const actor = {
    kind: 'user',
    uid: world.admin.uid,
    name: 'Ines Okafor',
    role: 'ADMIN',
    session: null,
    address: null,
  } as const;
  for (let i = 0; i < events; i += 100)
    await ledger.append({
      org: world.org,
      actor,
      commandId: `bench-${i}`,
      writes: [
        {
          stream: `reading-${document}-${world.admin.uid}`,
          expectedVersion: 'any',
          events: Array.from({ length: 100 }, taken),
        },
      ],
    });
  return { org: world.org, document };
}

/** `npm run bench -- evidence`: the evidence pack of a document with 1,000 events, made and verified. */
export async function run(words: string[]): Promise<void> {
  const values = parseOptions(words);
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-bench-'));
  const postgres = await openEmbedded({ dataDir, use: 'server' });
  await Promise.all([migrate(postgres.url), buildVerifier()]);
  const config = await loadConfig({ DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(40) });
  const services = await createServices({ config, databaseUrl: postgres.url, log: pino({ level: 'silent' }) });
  try {
    const { org, document } = await fill(services);
    const { size } = await services.ledger.readHead(org);
    const checkpoint = (await coverUpTo(services, org, size))!;
    const seal = accepted(await openSeal(services, { org, name: 'Northmere Diagnostics' }), 'seal');
    const trail = createDatabase({ url: postgres.url, as: 'owner' });
    const { rows } = await trail.pool.query<{ position: string }>(
      `select distinct position from read.audit where org_id = $1 and subject = $2 order by position`,
      [org, document],
    );
    await trail.close();
    const subject = {
      kind: 'document',
      uid: document,
      document: { uid: document, name: 'Batch Record Review' },
      person: null,
      period: null,
      positions: rows.map(({ position }) => position),
    } as const;
    const times: { make: number; verify: number }[] = [];
    let bytes = new Uint8Array(0);
    for (let round = 0; round <= rounds; round++) {
      const make = await timed(async () => {
        const pieces: Uint8Array[] = [];
        for await (const piece of evidencePack(services, {
          org,
          subject: { ...subject, positions: [...subject.positions] },
          checkpoint,
          seal,
        }))
          pieces.push(piece);
        bytes = Buffer.concat(pieces);
      });
      const given = {
        size: bytes.length,
        read: (from: number, to: number) => Promise.resolve(bytes.subarray(from, to)),
      };
      const verify = await timed(async () => {
        const [verdict] = await verifyFiles([{ name: 'pack.zip', bytes: given }], []);
        if (verdict?.outcome !== 'holds') throw new Error('The pack does not hold.');
      });
      // The first round warms up.
      if (round > 0) times.push({ make, verify });
    }
    const of = (what: 'make' | 'verify') => median(times.map((each) => each[what]));
    print(`Evidence pack of ${whole(rows.length)} events, ${whole(bytes.length / 1024)} kB`);
    print(`made in ${of('make').toFixed(2)} s, verified in ${of('verify').toFixed(2)} s`);
    await report([atMost(5, 'evidence pack, seconds', of('make'))], values.json, { rounds });
  } finally {
    await services.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
