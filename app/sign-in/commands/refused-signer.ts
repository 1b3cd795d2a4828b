import type { E } from '#events/catalogue.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import type { CausedLock } from '#app/sign-in/adapters/credential-check.ts';
import { locked, tryToRecordAccess } from '#app/sign-in/commands/access.ts';

export type RefusedBecause = E<'SignatureCredentialRefused'>['data']['reason'];

/**
 * Records with the person why they were refused, and the lock that it caused. If it cannot be recorded, it is logged.
 */
export async function recordRefusedSigner(
  context: SignedInContext,
  document: string,
  reason: RefusedBecause,
  lock: CausedLock | null = null,
) {
  const user = context.viewer.uid;
  const unrecorded = await tryToRecordAccess(context, user, [
    { type: 'SignatureCredentialRefused', data: { user, document, reason } },
    ...locked(user, lock),
  ]);
  if (unrecorded) context.ports.log.error({ user, refusal: unrecorded.code }, 'signature.refusal_not_recorded');
}
