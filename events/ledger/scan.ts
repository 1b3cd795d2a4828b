import type { ClientBase } from 'pg';
import { BinaryRows, copyOut, int8, quoted, quotedOrg } from './copy.ts';
import { decodeEvent } from './read.ts';
import type { RecordedEvent } from './types.ts';

/** An event that cannot be decoded or folded: its bytes are not what was recorded, or a newer release wrote it. */
export class UnreadableEvent extends Error {
  readonly code = 'unreadable_event';

  constructor(
    readonly position: string,
    cause: unknown,
  ) {
    super(`The event at position ${position} cannot be read`, { cause });
  }
}

/** Events with `after` < position ≤ `upTo`, but those of the types in `without`. */
export interface ScanRange {
  after: bigint;
  upTo: bigint;
  without?: readonly string[];
}

/**
 * Every event of an organisation in the range, in order, in batches as they arrive. The connection must be the owner's
 * or keyed to the organisation, and serves nothing else meanwhile. Throws `UnreadableEvent` where one is damaged.
 */
export async function* scan(
  client: ClientBase,
  org: string,
  { after, upTo, without = [] }: ScanRange,
): AsyncGenerator<RecordedEvent[]> {
  const wanted = without.length > 0 ? `and type <> all (array[${without.map(quoted).join()}])` : '';
  const query = `select position, canonical from ledger.event
    where org_id = ${quotedOrg(org)} and position > ${after} and position <= ${upTo} ${wanted} order by position`;
  const rows = new BinaryRows(2);
  for await (const chunk of copyOut(client, query)) {
    const batch: RecordedEvent[] = [];
    rows.add(chunk, (buffer, starts, ends) => {
      const position = String(int8(buffer, starts[0]!));
      try {
        batch.push(decodeEvent(position, buffer.toString('utf8', starts[1], ends[1])));
      } catch (error) {
        throw new UnreadableEvent(position, error);
      }
    });
    if (batch.length > 0) yield batch;
  }
}
