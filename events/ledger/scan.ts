import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BinaryRows, quotedOrg } from './copy.ts';

/** The bytes of one event as they are stored; `canonical` is the UTF-8 text that was hashed. */
export interface ScannedEvent {
  position: bigint;
  leaf: Buffer;
  canonical: Buffer;
}

/**
 * Every event of an organisation with `after` < position ≤ `upTo`, in order, in batches as they arrive, at the speed of a
 * binary COPY. The connection must be the owner's or keyed to the organisation, and serves nothing else meanwhile.
 */
export async function* scan(
  client: ClientBase,
  org: string,
  range: { after: bigint; upTo: bigint },
): AsyncGenerator<ScannedEvent[]> {
  const source = client.query(
    copyTo(
      `copy (select position, leaf, canonical from ledger.event
             where org_id = ${quotedOrg(org)} and position > ${range.after} and position <= ${range.upTo} order by position)
       to stdout (format binary)`,
    ),
  );
  const rows = new BinaryRows(3);
  for await (const chunk of source) {
    const batch: ScannedEvent[] = [];
    rows.add(chunk as Buffer, (buffer, starts, ends) =>
      batch.push({
        position: buffer.readBigInt64BE(starts[0]!),
        leaf: buffer.subarray(starts[1]!, ends[1]!),
        canonical: buffer.subarray(starts[2]!, ends[2]!),
      }),
    );
    if (batch.length > 0) yield batch;
  }
}
