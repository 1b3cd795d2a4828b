import { openNote } from '#events/ledger/note.ts';
import { anotherSecretIsAtWork } from '#app/jobs/heartbeat.ts';
import { organisations } from '#app/jobs/organisations.ts';
import type { Ports } from '#app/ports.ts';

/**
 * Tells where checkpoints are there that neither the signing key nor one of FORMER_KEYS signed: the key was lost and another made in its
 * place, or replaced without naming the one before. Of each ledger the first and the last are looked at, so that it is told at every
 * start, though the new key goes on signing.
 */
export async function tellOfAnotherKey(ports: Ports, use: 'server' | 'tool'): Promise<void> {
  const { config, log } = ports;
  const orgs: string[] = [];
  for (const org of await organisations(ports)) if (await isSignedByAnother(ports, org)) orgs.push(org);
  if (orgs.length === 0) return;
  const whose = config.signingKeyGiven ? 'SIGNING_KEY' : 'DATA_DIR/signing.key';
  // A tool's log is what the sentence goes to already.
  if (use === 'server') log.warn({ orgs }, `checkpoints were signed with another key than ${whose}`);
  process.stderr.write(
    `Checkpoints were signed with another key than ${whose}: put that key back from a backup, and name in FORMER_KEYS the one that signed in its place, or name the public half of the key before where it was replaced (docs/operations.md, Keys). Until then what it signed counts as signed by a stranger.\n`,
  );
}

async function isSignedByAnother({ checkpoints, config }: Ports, org: string): Promise<boolean> {
  const keys = [config.verifyingKey, ...config.formerKeys];
  for (const checkpoint of [await checkpoints.covering(org, '0'), await checkpoints.latest(org)]) {
    if (!checkpoint) continue;
    const origin = checkpoint.note.slice(0, checkpoint.note.indexOf('\n'));
    const opened = openNote(checkpoint.note, origin, keys);
    if (!opened.ok && opened.reason === 'unsigned') return true;
  }
  return false;
}

/** Tells where a server that runs on the same database has another SECRET_KEY. Asked once one's own can be seen there, so that of two that start together one tells. */
export async function tellOfAnotherSecret({ config, database, log }: Ports): Promise<void> {
  if (!(await anotherSecretIsAtWork(database.pool, config.secretKey))) return;
  const whose = config.secretKeyGiven ? 'SECRET_KEY' : 'DATA_DIR/secret.key';
  log.warn(`another server on this database has another key than ${whose}`);
  process.stderr.write(
    `Another server on this database has another key than ${whose}: set the same SECRET_KEY for all of them, since verification codes, uploads and links that one gives out are refused by the others until then (docs/operations.md, Keys).\n`,
  );
}
