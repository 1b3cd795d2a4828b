import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** The bytes of one event as they are stored; `canonical` is the UTF-8 text that was hashed. */
export interface ScannedEvent {
  position: bigint;
  leaf: Buffer;
  canonical: Buffer;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Signature (11 bytes), flags (4) and the length of the header's extension (4). */
const headerLength = 19;

/**
 * Every event of an organisation with `after` < position ≤ `upTo`, in order, in batches as they arrive, at the speed of a
 * binary COPY. The connection must be the owner's or keyed to the organisation, and serves nothing else meanwhile.
 */
export async function* scan(
  client: ClientBase,
  org: string,
  range: { after: bigint; upTo: bigint },
): AsyncGenerator<ScannedEvent[]> {
  if (!uuid.test(org)) throw new TypeError(`${JSON.stringify(org)} is not an organisation's uid in lower case.`);
  const source = client.query(
    copyTo(
      `copy (select position, leaf, canonical from ledger.event
             where org_id = '${org}' and position > ${range.after} and position <= ${range.upTo} order by position)
       to stdout (format binary)`,
    ),
  );
  const rows = new BinaryRows();
  for await (const chunk of source) {
    const batch = rows.add(chunk as Buffer);
    if (batch.length > 0) yield batch;
  }
}

/** PostgreSQL's binary COPY format: per row a count of fields, then each field's length and bytes. */
class BinaryRows {
  #rest: Buffer = Buffer.alloc(0);
  #begun = false;

  add(chunk: Buffer): ScannedEvent[] {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const found: ScannedEvent[] = [];
    let at = 0;
    if (!this.#begun && bytes.length >= headerLength) {
      at = headerLength + bytes.readInt32BE(15);
      this.#begun = true;
    }
    for (let end = this.#begun ? rowEnd(bytes, at) : 0; end > 0; end = rowEnd(bytes, at)) {
      // Two bytes of count, then position (4 + 8), leaf (4 + 32), canonical (4 + its length).
      found.push({
        position: bytes.readBigInt64BE(at + 6),
        leaf: bytes.subarray(at + 18, at + 50),
        canonical: bytes.subarray(at + 54, end),
      });
      at = end;
    }
    this.#rest = bytes.subarray(at);
    return found;
  }
}

/** Where the row that begins at `at` ends; 0 where it is not whole yet, or where the closing mark stands. */
function rowEnd(bytes: Buffer, at: number): number {
  if (bytes.length < at + 54 || bytes.readInt16BE(at) !== 3) return 0;
  const end = at + 54 + bytes.readInt32BE(at + 50);
  return end <= bytes.length ? end : 0;
}
