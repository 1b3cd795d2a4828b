import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/**
 * A row of a binary COPY, good only during the call. Field i lies in `buffer` from `starts[i]` up to `ends[i]`; a start
 * of -1 is NULL. The four bytes before a field were its length and may be overwritten.
 */
export type RowHandler = (buffer: Buffer, starts: Int32Array, ends: Int32Array) => void;

/** Signature (11 bytes), flags (4) and the length of the header's extension (4), which PostgreSQL leaves empty. */
const headerLength = 19;

/** A number of 64 bits; exact up to 2^53. */
export const int8 = (buffer: Buffer, at: number): number =>
  buffer.readInt32BE(at) * 2 ** 32 + buffer.readUInt32BE(at + 4);

/** PostgreSQL's binary COPY format, piece by piece: per row a count of fields, then each field's length and bytes. */
export class BinaryRows {
  private rest: Buffer = Buffer.alloc(0);
  private begun = false;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private readonly fields: number;

  constructor(fields: number) {
    this.fields = fields;
    this.starts = new Int32Array(fields);
    this.ends = new Int32Array(fields);
  }

  /** Hands over each row that is whole by now. */
  add(chunk: Buffer, handle: RowHandler): void {
    const { fields, starts, ends } = this;
    const buffer = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    if (!this.begun && buffer.length >= headerLength) {
      at = headerLength;
      this.begun = true;
    }
    const length = this.begun ? buffer.length : 0;
    row: for (;;) {
      let next = at + 2;
      if (next > length || buffer.readInt16BE(at) < 0) break;
      for (let field = 0; field < fields; field++) {
        if (next + 4 > length) break row;
        const size = buffer.readInt32BE(next);
        next += 4;
        starts[field] = size < 0 ? -1 : next;
        if (size > 0) next += size;
        ends[field] = next;
        if (next > length) break row;
      }
      handle(buffer, starts, ends);
      at = next;
    }
    this.rest = buffer.subarray(at);
  }
}

/** Runs `copy (query) to stdout (format binary)`: its chunks, for `BinaryRows`. */
export const copyOut = (client: pg.ClientBase, query: string): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy (${query}) to stdout (format binary)`));

/** Runs `copy target from stdin` with the whole of its input, as PostgreSQL's text format. */
export const copyIn = async (client: pg.ClientBase, target: string, input: string): Promise<void> =>
  pipeline([input], client.query(copyFrom(`copy ${target} from stdin`)));

/** Makes PostgreSQL read by the key, which is three times as fast as its scan and sort. Until `reset enable_sort`. */
export const readByKey = (client: pg.ClientBase): Promise<unknown> => client.query('set enable_sort = off');

/** COPY takes no parameters: a text goes into the statement as PostgreSQL's own literal. */
export const quoted = (text: string): string => pg.escapeLiteral(text);

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** COPY takes no parameters: an organisation's uid goes into the text, after a look at it. Throws TypeError. */
export const quotedOrg = (org: string): string => {
  if (!uuid.test(org)) throw new TypeError(`${JSON.stringify(org)} is not an organisation's uid in lower case.`);
  return `'${org}'::uuid`;
};
