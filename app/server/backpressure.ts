import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** The client closed the connection: not an error of the product. */
class ClientGone extends Error {
  readonly code = 'client_gone';
  constructor() {
    super('The client went away before it had the whole file');
  }
}

export const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'client_gone';

/**
 * Resolves when the client has received nearly all that was written; rejects once it is gone. Remix writes a streamed answer without
 * waiting, so a file would be held in memory for a slow client unless its producer waits here between pieces.
 */
export async function waitForDrain(response: ServerResponse): Promise<void> {
  if (response.destroyed) throw new ClientGone();
  if (!response.writableNeedDrain) return;
  const ended = new AbortController();
  const { signal } = ended;
  const gone = once(response, 'close', { signal }).then(() => waitForDrain(response));
  try {
    await Promise.race([once(response, 'drain', { signal }), gone]);
  } finally {
    gone.catch(() => undefined);
    ended.abort();
  }
}
