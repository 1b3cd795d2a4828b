import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BinaryRows, quotedOrg } from './copy.ts';
import { decodeEvent } from './read.ts';
import type { RecordedEvent } from './types.ts';

/**
 * Every event of an organisation with `after` < position ≤ `upTo`, in order, in batches as they arrive, at the speed of a
 * binary COPY. The connection must be the owner's or keyed to the organisation, and serves nothing else meanwhile.
 */
export async function* scan(
  client: ClientBase,
  org: string,
  range: { after: bigint; upTo: bigint },
): AsyncGenerator<RecordedEvent[]> {
  const source = client.query(
    copyTo(
      `copy (select position, canonical from ledger.event
             where org_id = ${quotedOrg(org)} and position > ${range.after} and position <= ${range.upTo} order by position)
       to stdout (format binary)`,
    ),
  );
  const rows = new BinaryRows(2);
  for await (const chunk of source) {
    const batch: RecordedEvent[] = [];
    rows.add(chunk as Buffer, (buffer, starts, ends) =>
      batch.push(decodeEvent(String(buffer.readBigInt64BE(starts[0])), buffer.toString('utf8', starts[1], ends[1]))),
    );
    if (batch.length > 0) yield batch;
  }
}
