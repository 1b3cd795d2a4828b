import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { onTestFinished } from 'vitest';
import { importArchive, type Imported } from '#app/set-up/archive/import.ts';
import { organisationArchive } from '#app/set-up/archive/make.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { checkpointAt, coverUpTo } from '#app/audit/queries/proof.ts';
import { originOf, verifierKey } from '#events/ledger/note.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { testServices, type TestServices } from '#tests/support/services.ts';

/** An installation with a database, storage and keys of its own. */
export interface Installation {
  db: TestDatabase;
  services: TestServices;
}

export async function installation(environment: Record<string, string> = {}): Promise<Installation> {
  const db = await freshDatabase();
  onTestFinished(() => db.close());
  return { db, services: await testServices({ db, environment }) };
}

/** The key that another installation must know, as FORMER_KEYS has it. */
export const keyOf = ({ config }: TestServices, org: string): string =>
  verifierKey(originOf(checkpointKeyName, org), config.verifyingKey);

export async function temporaryFile(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, name);
}

/** Writes an archive of the organisation now, or at a checkpoint's size. Answers its path. */
export async function archiveOf(services: TestServices, org: string, position?: string): Promise<string> {
  const { size } = await services.ledger.readHead(org);
  const checkpoint = position ? await checkpointAt(services, org, position) : await coverUpTo(services, org, size);
  const out = await temporaryFile('organisation.zip');
  await pipeline(organisationArchive(services, { org, checkpoint: checkpoint! }), createWriteStream(out));
  return out;
}

export const importInto = (
  { db, services: { storage, config } }: Installation,
  archive: string,
  onProgress: (stage: string, done: number) => void = () => undefined,
): Promise<Imported> =>
  importArchive({
    path: archive,
    keys: [config.verifyingKey, ...config.formerKeys],
    pool: db.owner,
    storage,
    onProgress,
  });
