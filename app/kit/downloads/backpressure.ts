import { once } from 'node:events';
import { codeOf } from '#events/error-code.ts';
import type { ServerResponse } from 'node:http';

/** The client closed the connection: not an error of the product. */
class ClientGone extends Error {
  readonly code = 'client_gone';
  constructor() {
    super('The client went away before it had the whole file');
  }
}

export const isClientGone = (error: unknown): boolean => codeOf(error) === 'client_gone';

/**
 * Resolves when the client has received nearly everything written so far; rejects once it is gone. Remix writes a
 * stream without waiting, so for a slow client the file would be held in memory unless its producer waits here.
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
