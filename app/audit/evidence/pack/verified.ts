import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '#events/error-code.ts';
import { publicBytes, verifierKey } from '#events/ledger/note.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { evidencePack, type PackOrder, type PackPorts } from '#app/audit/evidence/pack/make.ts';
import { isUnsound } from '#app/audit/evidence/pack/unsound.ts';
import type verifyFiles from '#app/audit/evidence/tasks/verify-files.ts';
import type { Ports } from '#app/kit/ports.ts';
import { storageFull } from '#app/adapters/storage/refusals.ts';
import { isOutOfMemory, workerTask } from '#app/adapters/workers/pool.ts';

/** A pack of the largest organisation takes some minutes. */
const task = workerTask<typeof verifyFiles>('app/audit/evidence/tasks/verify-files.ts', 600_000);
/** In milliseconds; what a crash left behind is removed after it. */
const longestPack = 86_400_000;

/** A pack that was verified, and its bytes, to be read once; `discard` where they are not. */
export interface VerifiedPack {
  size: number;
  body: AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

/**
 * Makes an evidence pack on disk and verifies it as its reader will, before a byte is handed out. Refuses
 * `ledger_unsound` (an event was altered), `evidence_unverified` (what was made does not verify) and `storage_full`.
 */
export async function makeVerifiedPack(
  ports: PackPorts & Pick<Ports, 'newId'>,
  order: PackOrder,
): Promise<Result<VerifiedPack>> {
  const folder = path.join(ports.config.dataDir, 'packs');
  const file = path.join(folder, `${ports.newId()}.zip`);
  const discard = () => rm(file, { force: true });
  const refused = async (code: 'ledger_unsound' | 'evidence_unverified', reason: string) => {
    ports.log.error({ org: order.org, subject: order.subject.uid, reason }, 'evidence.pack_refused');
    await discard();
    return refuse(code);
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeOld(folder);
    await pipeline(evidencePack(ports, order), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    const [verdict] = await ports.workers.run(task, {
      files: [{ name: 'pack.zip', path: file }],
      trusted: [keyOf(ports, order.checkpoint.origin)],
    });
    if (verdict?.outcome !== 'holds' || !verdict.key?.trusted)
      return await refused('evidence_unverified', verdict?.heading ?? 'no verdict');
    const { size } = await lstat(file);
    return ok({ size, body: readOnce(file), discard });
  } catch (error) {
    if (isUnsound(error)) return refused('ledger_unsound', error.message);
    if (isOutOfMemory(error)) return refused('evidence_unverified', (error as Error).message);
    await discard();
    if (isDiskFull(error)) return storageFull();
    throw error;
  }
}

function keyOf({ config }: PackPorts, name: string) {
  const vkey = verifierKey(name, config.verifyingKey);
  return { name, bytes: publicBytes(config.verifyingKey), vkey };
}

async function* readOnce(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024 });
  } finally {
    await rm(file, { force: true });
  }
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await lstat(path.join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > longestPack) await rm(path.join(folder, name), { force: true });
  }
}
