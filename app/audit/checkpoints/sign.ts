import { copyCheckpoints } from '#app/audit/checkpoints/rolled-back.ts';
import type { Ports } from '#app/kit/ports.ts';

/** Signs a checkpoint for each organisation whose ledger grew since its last one, and copies it out of the database. */
export const signCheckpoints = async (ports: Ports): Promise<void> =>
  copyCheckpoints(ports, await ports.checkpoints.signDue());

/**
 * The same where a process starts and ends: what no job has signed yet is signed before anything is added, so that a
 * ledger never has a gap of time in what nobody signed. A ledger that cannot be signed is named by `verify`.
 */
export const signWhatIsLeft = (ports: Ports): Promise<void> =>
  signCheckpoints(ports).catch((error: unknown) => ports.log.error({ err: error }, 'ledger.checkpoint_not_signed'));
