import { codeOf, hasCode } from '#events/error-code.ts';
import { isDatabaseUnavailable } from '#app/adapters/database/is-unavailable.ts';
import { verifyTrail } from '#app/audit/queries/verify-trail.ts';
import type { CheckedCheckpoint } from '#app/audit/queries/proof.ts';
import type { Ports } from '#app/kit/ports.ts';

/** An event that a pack shows or takes names from does not match the signed ledger. */
export class UnsoundPack extends Error {
  readonly code = 'unsound_pack';
}

export const isUnsound = (error: unknown): error is UnsoundPack => hasCode<UnsoundPack>(error, 'unsound_pack');

/** Throws `UnsoundPack` unless each event is there and leads to the root of the checkpoint. */
export async function refuseUnsound(
  ports: Pick<Ports, 'ledger' | 'proofs'>,
  org: string,
  positions: readonly string[],
  checkpoint: CheckedCheckpoint,
): Promise<void> {
  const broken = await verifyTrail(ports, org, positions, checkpoint);
  if (broken.length > 0) throw new UnsoundPack(`Not as they were recorded: events No. ${broken.join(', ')}`);
}

/** Reads altered events as `UnsoundPack`: they may be no JSON, or not what their type holds. */
export async function orUnsound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (codeOf(error) === undefined && !isDatabaseUnavailable(error))
      throw new UnsoundPack('An event cannot be read', { cause: error });
    throw error;
  }
}
