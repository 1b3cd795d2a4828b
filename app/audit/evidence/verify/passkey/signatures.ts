import type { ProvenEvent } from '../event.ts';
import { Refusal } from '../refusal.ts';
import { PasskeyCheck } from './passkeys.ts';

/**
 * Checks each signature of these events that was made with a passkey or with single sign-on. Throws a `Refusal` at the
 * first that its passkey or its nonce does not cover, and where the events are not in the order of the ledger.
 */
export async function checkSignatures(
  events: readonly ProvenEvent[],
  nameOf: (position: number) => string,
): Promise<void> {
  const check = new PasskeyCheck();
  let last = 0;
  for (const { position, type, aboutPasskeys: data, signature } of events) {
    if (position <= last) throw new Refusal(nameOf(position), 'stands in another order than in the ledger');
    last = position;
    const found = data && (await check.next({ type, data }));
    if (typeof found === 'object' && found) throw new Refusal(nameOf(position), found.fault);
    if (found && signature?.passkey) signature.passkey = found;
  }
}
