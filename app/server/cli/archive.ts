import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '#events/error-code.ts';
import { verifierKey } from '#events/ledger/note.ts';
import { importArchive } from '#app/set-up/archive/import.ts';
import { organisationArchive } from '#app/set-up/archive/make.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { recordExport } from '#app/set-up/commands/export.ts';
import { isUnsound } from '#app/audit/evidence/pack/unsound.ts';
import { fingerprintOf, parseKey } from '#app/audit/evidence/verify/note.ts';
import { Fault, inASentence } from '#app/adapters/environment/fault.ts';
import { checkpointAt, coverUpTo } from '#app/audit/queries/proof.ts';
import type { Services } from '#app/server/services.ts';
import { count, print, type Product } from './tool.ts';

interface ExportOrder {
  org: string;
  out: string;
  /** A checkpoint's size; the latest position without it. */
  position: string | undefined;
}

/** Writes the archive of an organisation to a file, which is there once it is whole. */
export async function runExport({ services }: Product, { org, out, position }: ExportOrder): Promise<number> {
  const checkpoint = await findCheckpoint(services, org, position);
  const { size, root, origin } = checkpoint;
  const context = systemContext(services, org, 'The console', services.newId());
  const recorded = await recordExport(context, { size: Number(size), root: root.toString('hex') });
  if (!recorded.ok) throw new Fault(`The export cannot be recorded: ${recorded.failure.code}.`);
  const part = `${out}.part`;
  const missing: string[] = [];
  const onMissing = (file: string) => void missing.push(file);
  try {
    const archive = organisationArchive(services, { org, checkpoint, onMissing });
    await pipeline(archive, createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    if (isUnsound(error))
      throw new Fault(
        `${inASentence(error)} Nothing was exported: npm run ledger -- verify --org ${org} names it all.`,
      );
    if (isDiskFull(error)) throw new Fault(`There is no room for ${out}.`);
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(String((error as NodeJS.ErrnoException).code)))
      throw new Fault(`${out} cannot be written.`);
    throw error;
  }
  for (const file of missing)
    process.stderr.write(`${file} is lost or damaged in the storage, and not in the archive\n`);
  const vkey = verifierKey(origin, services.config.verifyingKey);
  print(`${out}: ${count(BigInt(size), 'events')}, root ${root.toString('base64')}`);
  print(`Key ${vkey}, fingerprint ${fingerprintOf(parseKey(vkey)!)}`);
  return 0;
}

async function findCheckpoint(services: Services, org: string, position: string | undefined) {
  const { size } = await services.ledger.readHead(org);
  if (size === '0') throw new Fault(`There is no organisation ${org}.`);
  const checkpoint = position ? await checkpointAt(services, org, position) : await coverUpTo(services, org, size);
  if (!checkpoint) throw new Fault(`There is no checkpoint of ${position} events.`);
  if (!checkpoint.sound)
    throw new Fault(`The ledger does not fit its last checkpoint: npm run ledger -- verify --org ${org} names why.`);
  return checkpoint;
}

/** Makes an organisation again from its archive. */
export async function runImport({ services, config, pool }: Product, path: string): Promise<number> {
  const { storage } = services;
  const keys = [config.verifyingKey, ...config.formerKeys];
  const { org, name, size, root, missing } = await importArchive({
    path,
    keys,
    pool,
    storage,
    onProgress: (stage, done) => void (process.stderr.isTTY && process.stderr.write(`\r${stage} ${done}   `)),
  });
  print(`${name} (${org}): ${count(size, 'events')}, root ${root}`);
  if (missing > 0)
    print(`${count(missing, 'files')} were lost before the export: npm run ledger -- verify names them.`);
  print('The running server, or the next start, sends everybody with an account an email to choose a password.');
  print(
    config.smtpUrl
      ? 'The first admin gets in with it.'
      : 'The first admin finds it in DATA_DIR/outbox: no SMTP_URL is set.',
  );
  return 0;
}
