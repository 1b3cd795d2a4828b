import { openNote, originOf, parseCheckpoint } from '#events/ledger/note.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { inASentence } from '#app/adapters/environment/fault.ts';
import type { Ports } from '#app/kit/ports.ts';

/** A ledger that does not have what a copy of its checkpoint signs. */
export interface RolledBack {
  org: string;
  place: string;
  /** A sentence for the console. */
  reason: string;
}

export interface CopyOfCheckpoint {
  org: string;
  note: string;
  place: string;
}

/** Compares a copy with the database, which has to have a checkpoint of the same events. Null where it has. */
export async function findRollback(
  { checkpoints, config }: Pick<Ports, 'checkpoints' | 'config'>,
  { org, note, place }: CopyOfCheckpoint,
): Promise<RolledBack | null> {
  const opened = openNote(note, originOf(checkpointKeyName, org), [config.verifyingKey, ...config.formerKeys]);
  const copy = opened.ok ? parseCheckpoint(opened.text) : undefined;
  if (!copy) return { org, place, reason: `The checkpoint of ${org} in ${place} is signed with no known key.` };
  const stored = await checkpoints.covering(org, String(copy.size));
  if (stored && Number(stored.size) === copy.size && stored.root.equals(copy.root)) return null;
  const reason =
    `The ledger of ${org} does not have the ${copy.size} events that the checkpoint in ${place} signs: the database ` +
    'was rolled back, restored from an older backup, or exchanged.';
  return { org, place, reason };
}

/** Finds every ledger that was rolled back. Logs where a place cannot be read. */
export async function findRollbacks(ports: Ports): Promise<RolledBack[]> {
  const found: RolledBack[] = [];
  for (const { place, list } of ports.checkpointCopies)
    try {
      for (const [org, note] of await list()) {
        const rollback = await findRollback(ports, { org, note, place });
        if (rollback) found.push(rollback);
      }
    } catch (error) {
      ports.log.warn({ place, reason: inASentence(error) }, 'ledger.checkpoint_copies_not_read');
    }
  return found;
}

/**
 * Copies the last checkpoint of each of these organisations to every place. A copy that the ledger contradicts stays as
 * it is, because it is the proof of what was there.
 */
export async function copyCheckpoints(ports: Ports, orgs: readonly string[]): Promise<void> {
  const { checkpoints, checkpointCopies: places, log } = ports;
  for (const { place, list, store } of places)
    try {
      const notes = await list();
      for (const org of orgs) {
        const latest = await checkpoints.latest(org);
        const note = notes.get(org);
        const rollback = note === undefined ? null : await findRollback(ports, { org, note, place });
        if (rollback) log.error({ org, place }, 'ledger.rolled_back');
        else if (latest) await store(org, latest.note);
      }
    } catch (error) {
      log.error({ place, reason: inASentence(error) }, 'ledger.checkpoint_not_copied');
    }
}
