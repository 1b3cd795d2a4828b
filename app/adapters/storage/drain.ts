import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** For how long the rest of a refused body is read, in milliseconds. */
const lingering = 20_000;

/**
 * Reads and drops the rest of a refused request's body. Closing the connection with a part unread resets it, and the
 * sender may lose the answer.
 */
export async function drain(parts: AsyncIterator<Uint8Array>): Promise<void> {
  const over = new AbortController();
  const timeout = sleep(lingering, undefined, { signal: over.signal });
  const rest = async () => {
    while (!over.signal.aborted && !(await parts.next()).done);
  };
  // A sender who went away needs no answer.
  await Promise.race([rest(), timeout]).catch(() => undefined);
  over.abort();
  await timeout.catch(() => undefined);
}

/** Whether the sender waits for `100 Continue` before it sends its body: there is nothing to drain then. */
export const awaitsContinue = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /100-continue/i.test(headers.expect ?? '');

/** Lets another read on without letting it end the source. */
export async function* borrow(parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
}
