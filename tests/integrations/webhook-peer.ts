import { onTestFinished } from 'vitest';
import { startPeer } from '#tests/support/programs/peer.ts';

/** A peer that ends with the test. */
export async function webhookPeer() {
  const peer = await startPeer();
  onTestFinished(peer.close);
  return peer;
}
