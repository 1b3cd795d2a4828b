import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Nobody is there any more to send to: no fault. */
export class ClientGone extends Error {
  constructor() {
    super('The client went away before it had the whole file');
  }
}

/**
 * Resolves when the client has taken what was written to it so far, or near enough; rejects once it is gone. Remix writes a streamed
 * answer as fast as it is produced, so whoever streams a file waits for this between its pieces: a slow client would otherwise have the
 * whole file held for it in memory.
 */
export async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) throw new ClientGone();
  if (!response.writableNeedDrain) return;
  const settled = new AbortController();
  const { signal } = settled;
  const gone = once(response, 'close', { signal }).then(() => drained(response));
  try {
    await Promise.race([once(response, 'drain', { signal }), gone]);
  } finally {
    gone.catch(() => undefined);
    settled.abort();
  }
}
