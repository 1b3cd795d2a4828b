import { setTimeout as sleep } from 'node:timers/promises';

/** How long what is still sent after a refusal is read, in milliseconds. */
const lingering = 20_000;

/**
 * Reads what its sender still sends of a request that is refused, and drops it. Closed with a part unread, the connection is reset and the
 * sender may lose the answer.
 */
export async function readOut(parts: AsyncIterator<Uint8Array>): Promise<void> {
  const over = new AbortController();
  const patience = sleep(lingering, undefined, { signal: over.signal });
  const rest = async () => {
    while (!over.signal.aborted && !(await parts.next()).done);
  };
  // A sender who went away needs no answer.
  await Promise.race([rest(), patience]).catch(() => undefined);
  over.abort();
  await patience.catch(() => undefined);
}

/** Lets another read on without letting it end the source. */
export async function* lend(parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
}
