import pg from 'pg';

/**
 * A row of a binary COPY, good only during the call. Field i lies in `buffer` from `starts[i]` up to `ends[i]`; a start of
 * -1 is NULL. The four bytes before a field were its length and may be overwritten.
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

/** A COPY as a query of a connection: what it comes to is told when the connection is ready for the next one. */
abstract class Copy {
  readonly done: Promise<void>;
  protected failed: unknown;
  private resolve!: () => void;
  private reject!: (error: unknown) => void;

  constructor(protected readonly text: string) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  abstract submit(connection: pg.Connection): void;

  handleRowDescription(): void {}

  handleCommandComplete(): void {}

  handleError(error: unknown): void {
    this.failed = error;
    this.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.failed === undefined) this.resolve();
    else this.reject(this.failed);
  }
}

/** A query whose rows arrive as PostgreSQL sends them, one message each, without a stream in between. */
class CopyOut extends Copy {
  private readonly rows: BinaryRows;

  constructor(
    text: string,
    fields: number,
    private readonly handle: RowHandler,
  ) {
    super(text);
    this.rows = new BinaryRows(fields);
  }

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  handleCopyData(message: { chunk: Buffer }): void {
    // What a row's handler throws must not tear the connection's own state: it is told when the query is over.
    if (this.failed !== undefined) return;
    try {
      this.rows.add(message.chunk, this.handle);
    } catch (error) {
      this.failed = error;
    }
  }
}

/** What `pg` has and its types leave out. */
interface CopyingConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** So many bytes travel as one message: PostgreSQL begins with the first while the next are on their way. */
const messageLength = 1 << 16;

/** A COPY whose input goes with it, without waiting to be asked for: PostgreSQL passes over what a failed one leaves. */
class CopyIn extends Copy {
  constructor(
    text: string,
    private readonly input: Buffer,
  ) {
    super(text);
  }

  submit(connection: pg.Connection): void {
    const copying = connection as CopyingConnection;
    copying.query(this.text);
    for (let at = 0; at < this.input.length; at += messageLength)
      copying.sendCopyFromChunk(this.input.subarray(at, at + messageLength));
    copying.endCopyFrom();
  }

  handleCopyInResponse(): void {}
}

/** Runs `copy (query) to stdout (format binary)` and hands over each row, which has `fields` fields. */
export const copyRows = (client: pg.ClientBase, query: string, fields: number, handle: RowHandler): Promise<void> =>
  client.query(new CopyOut(`copy (${query}) to stdout (format binary)`, fields, handle)).done;

/**
 * Keeps PostgreSQL from reading a large part of a table as it lies and sorting it, which it takes for cheaper than going along the key
 * and which costs three times as much. Until `reset enable_sort` on that connection.
 */
export const alongTheKey = (client: pg.ClientBase): Promise<unknown> => client.query('set enable_sort = off');

/** Runs `copy target from stdin (format binary)` with the whole of its input. */
export const copyIn = (client: pg.ClientBase, target: string, input: Buffer): Promise<void> =>
  client.query(new CopyIn(`copy ${target} from stdin (format binary)`, input)).done;

/** COPY takes no parameters: a text goes into the statement as PostgreSQL's own literal. */
export const quoted = (text: string): string => pg.escapeLiteral(text);

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** COPY takes no parameters: an organisation's uid goes into the text, after a look at it. Throws TypeError. */
export const quotedOrg = (org: string): string => {
  if (!uuid.test(org)) throw new TypeError(`${JSON.stringify(org)} is not an organisation's uid in lower case.`);
  return `'${org}'::uuid`;
};
