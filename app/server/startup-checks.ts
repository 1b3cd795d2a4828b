import { openNote } from '#events/ledger/note.ts';
import { findRollbacks } from '#app/audit/checkpoints/rolled-back.ts';
import { isAnotherSecretInUse } from '#app/server/jobs/heartbeat.ts';
import { organisations } from '#app/kit/job/organisations.ts';
import type { Ports } from '#app/kit/ports.ts';

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/**
 * Warns where the newest file of a ledger is missing in the storage: a volume that is not mounted, another DATA_DIR or
 * bucket, a database restored without its files.
 */
export async function warnAboutMissingFiles(ports: Ports): Promise<void> {
  const orgs = await organisationsWhere(ports, isNewestFileMissing);
  if (orgs.length === 0) return;
  const where = ports.config.s3 ? 'S3_BUCKET' : 'DATA_DIR/files';
  ports.log.warn({ orgs, where }, 'storage.files_missing');
  say(
    `Files of the ledger are missing in ${where}: mount the volume, set the right DATA_DIR or bucket, or restore the ` +
      'files from the backup (docs/operations.md, Restore). `npm run ledger -- verify` names each missing file.',
  );
}

async function isNewestFileMissing({ database, storage }: Ports, org: string): Promise<boolean> {
  const newest = await database.read(org, (db) =>
    db
      .selectFrom('read.document_version')
      .select('final_file')
      .orderBy('submitted_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return newest !== undefined && (await storage.within(org).stat(newest.final_file.objectKey)) === null;
}

/**
 * Warns where the first or the last checkpoint of a ledger was signed by neither the signing key nor one of
 * FORMER_KEYS: the key was lost and made anew, or replaced without naming the former one.
 */
export async function warnAboutForeignCheckpoints(ports: Ports, use: 'server' | 'tool'): Promise<void> {
  const orgs = await organisationsWhere(ports, hasForeignCheckpoint);
  if (orgs.length === 0) return;
  const key = ports.config.signingKeyGiven ? 'SIGNING_KEY' : 'DATA_DIR/signing.key';
  // A tool writes its log to the console, where the sentence stands already.
  if (use === 'server') ports.log.warn({ orgs, key }, 'ledger.foreign_checkpoints');
  say(
    `Checkpoints were signed with another key than ${key}: restore that key from a backup and name the present ` +
      'key in FORMER_KEYS; or, if the key was replaced, name the public half of the former key there ' +
      '(docs/operations.md, Keys). Until then these checkpoints do not count as signed by this installation.',
  );
}

async function hasForeignCheckpoint({ checkpoints, config }: Ports, org: string): Promise<boolean> {
  const keys = [config.verifyingKey, ...config.formerKeys];
  for (const checkpoint of [await checkpoints.covering(org, '0'), await checkpoints.latest(org)]) {
    if (!checkpoint) continue;
    const origin = checkpoint.note.slice(0, checkpoint.note.indexOf('\n'));
    const opened = openNote(checkpoint.note, origin, keys);
    if (!opened.ok && opened.reason === 'unsigned') return true;
  }
  return false;
}

/** Warns where a ledger does not have what a copy of its checkpoint outside the database signs. */
export async function warnAboutRollback(ports: Ports): Promise<void> {
  const rollbacks = await findRollbacks(ports);
  if (rollbacks.length === 0) return;
  for (const { org, place, reason } of rollbacks) {
    ports.log.error({ org, place }, 'ledger.rolled_back');
    say(reason);
  }
  say('What was recorded since is missing: see docs/operations.md, A database that was rolled back.');
}

/** Warns where another server on this database has another SECRET_KEY. Runs after this server's first heartbeat. */
export async function warnAboutAnotherSecret({ config, database, log }: Ports): Promise<void> {
  if (!(await isAnotherSecretInUse(database.pool, config.secretKey))) return;
  const key = config.secretKeyGiven ? 'SECRET_KEY' : 'DATA_DIR/secret.key';
  log.warn({ key }, 'server.secret_key_differs');
  say(
    `Another server on this database has another key than ${key}: set the same SECRET_KEY for all of them. Until ` +
      'then each server rejects the verification codes, uploads and links of the others (docs/operations.md, Keys).',
  );
}

async function organisationsWhere(
  ports: Ports,
  holds: (ports: Ports, org: string) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = [];
  for (const org of await organisations(ports)) if (await holds(ports, org)) found.push(org);
  return found;
}
