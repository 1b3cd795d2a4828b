import { streams } from '#events/streams.ts';
import { userEvolution } from '#events/user/state.ts';
import type { EnrolledPasskey } from '#app/sign-in/adapters/passkey/passkeys.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';

/** The passkeys that the signed-in person has enrolled and not removed, from the ledger. */
export async function ownPasskeys(context: SignedInContext): Promise<EnrolledPasskey[]> {
  const { state } = await load(context, streams.user(context.viewer.uid), userEvolution);
  if (state.kind !== 'user') return [];
  return state.authenticators.flatMap(({ uid, credentialId, publicKey }) =>
    credentialId === null || publicKey === null ? [] : [{ uid, credentialId, publicKey }],
  );
}
