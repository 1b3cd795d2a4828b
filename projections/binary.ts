/** Signature, flags and the length of the header's extension, which is empty. */
const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

/** About so many bytes go to PostgreSQL in one COPY. */
const chunkLength = 1 << 20;

/** A column that is written: its name and its type as `pg_type` calls it. */
export interface WrittenColumn {
  readonly name: string;
  readonly type: string;
}

/** Writes one value with its length in front of it. Throws TypeError where it is none of the type. */
type Write = (to: Chunk, value: unknown) => void;

/** Rows of one table in PostgreSQL's binary COPY format, which it takes in for less than half of what text costs it. */
export class BinaryChunk {
  readonly #chunk = new Chunk();
  readonly #columns: readonly { name: string; write: Write }[];
  readonly #org: Buffer;

  /** The columns follow `org_id`. Throws TypeError where one is of a type that no read model has. */
  constructor(org: string, columns: readonly WrittenColumn[]) {
    this.#columns = columns.map(({ name, type }) => {
      const write = writes[type];
      if (!write) throw new TypeError(`A rebuild cannot write ${name}: the type ${type} is missing in binary.ts.`);
      return { name, write };
    });
    const first = new Chunk();
    first.int16(columns.length + 1);
    writes.uuid!(first, org);
    this.#org = Buffer.from(first.taken());
  }

  add(row: Record<string, unknown>): void {
    const chunk = this.#chunk;
    if (chunk.length === 0) chunk.bytes(header);
    chunk.bytes(this.#org);
    for (const { name, write } of this.#columns) {
      const value = row[name];
      if (value === null || value === undefined) chunk.int32(-1);
      else write(chunk, value);
    }
  }

  get full(): boolean {
    return this.#chunk.length >= chunkLength;
  }

  /** What was added since, as the whole input of a COPY; undefined: nothing was. */
  take(): Buffer | undefined {
    if (this.#chunk.length === 0) return undefined;
    this.#chunk.int16(-1);
    return this.#chunk.taken();
  }
}

/** Bytes that grow. */
class Chunk {
  length = 0;
  #buffer = Buffer.allocUnsafeSlow(chunkLength + (chunkLength >> 3));

  taken(): Buffer {
    const taken = this.#buffer.subarray(0, this.length);
    this.#buffer = Buffer.allocUnsafeSlow(chunkLength + (chunkLength >> 3));
    this.length = 0;
    return taken;
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    const buffer = this.#buffer;
    let at = this.length;
    // They are few: a call into the runtime would cost more than the loop.
    for (let i = 0; i < bytes.length; i++) buffer[at++] = bytes[i]!;
    this.length = at;
  }

  int16(value: number): void {
    this.#room(2);
    this.length = this.#buffer.writeInt16BE(value, this.length);
  }

  int32(value: number): void {
    this.#room(4);
    this.#put32(value);
  }

  /** Of 64 bits; exact up to 2^53. */
  int64(value: number): void {
    this.#room(8);
    const high = Math.floor(value / 2 ** 32);
    this.#put32(high);
    this.#put32(value - high * 2 ** 32);
  }

  byte(value: number): void {
    this.#room(1);
    this.#buffer[this.length++] = value;
  }

  /** A text's UTF-8 with its length in front, behind a first byte where one is given. */
  text(text: string, first?: number): void {
    // A UTF-16 unit takes at most three bytes.
    this.#room(5 + text.length * 3);
    const start = this.length + 4;
    let at = start;
    if (first !== undefined) this.#buffer[at++] = first;
    at = this.#ascii(text, at) ?? at + this.#buffer.write(text, at);
    this.length = start - 4;
    this.#put32(at - start);
    this.length = at;
  }

  /** Sixteen bytes from a uuid's text; whether it was one. */
  uuid(text: string): boolean {
    this.#room(16);
    const buffer = this.#buffer;
    let at = this.length;
    let wrong = text.length === 36 ? 0 : 0x80;
    for (let i = 0; i < 36; i += 2) {
      if (i === 8 || i === 13 || i === 18 || i === 23) wrong |= text.charCodeAt(i++) === 0x2d ? 0 : 0x80;
      const high = digits[text.charCodeAt(i)] ?? 0x80;
      const low = digits[text.charCodeAt(i + 1)] ?? 0x80;
      wrong |= high | low;
      buffer[at++] = (high << 4) | low;
    }
    this.length = at;
    return wrong < 0x10;
  }

  /** A short text without other than ASCII, in a loop for the same reason; where it ends. Undefined: it is none. */
  #ascii(text: string, start: number): number | undefined {
    if (text.length > 64) return undefined;
    const buffer = this.#buffer;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return undefined;
      buffer[start + i] = unit;
    }
    return start + text.length;
  }

  #put32(value: number): void {
    const buffer = this.#buffer;
    const at = this.length;
    buffer[at] = value >>> 24;
    buffer[at + 1] = value >>> 16;
    buffer[at + 2] = value >>> 8;
    buffer[at + 3] = value;
    this.length = at + 4;
  }

  #room(bytes: number): void {
    if (this.length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow((this.length + bytes) * 2);
    larger.set(this.#buffer.subarray(0, this.length));
    this.#buffer = larger;
  }
}

/** The value of each hexadecimal digit; 0x80: it is none. */
const digits = new Uint8Array(128).fill(0x80);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

const no = (type: string, value: unknown): never => {
  throw new TypeError(`${JSON.stringify(value)} is no ${type}.`);
};

const integer =
  (bytes: 2 | 4 | 8, type: string): Write =>
  (to, value) => {
    const number = Number(value);
    const limit = 2 ** (bytes * 8 - 1);
    if (!Number.isSafeInteger(number) || number < -limit || number >= limit) no(type, value);
    to.int32(bytes);
    if (bytes === 2) to.int16(number);
    else if (bytes === 4) to.int32(number);
    else to.int64(number);
  };

/** Milliseconds from 1970 to PostgreSQL's own beginning, 2000-01-01. */
const epoch = Date.UTC(2000, 0, 1);
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A moment comes up again and again: an event's own, in each of its rows. */
const lately = { text: '', micros: 0 };

const writes: { readonly [type: string]: Write } = {
  uuid: (to, value) => {
    to.int32(16);
    if (!to.uuid(String(value))) no('uuid', value);
  },
  text: (to, value) => to.text(typeof value === 'string' ? value : JSON.stringify(value)),
  jsonb: (to, value) => to.text(JSON.stringify(value), 1),
  bool: (to, value) => {
    if (typeof value !== 'boolean') no('boolean', value);
    to.int32(1);
    to.byte(value ? 1 : 0);
  },
  int2: integer(2, 'smallint'),
  int4: integer(4, 'integer'),
  int8: integer(8, 'bigint'),
  timestamptz: (to, value) => {
    if (value !== lately.text) {
      const text = String(value);
      const time = moment.test(text) ? Date.parse(text) : Number.NaN;
      if (Number.isNaN(time)) no('moment in UTC with milliseconds', value);
      lately.text = text;
      lately.micros = (time - epoch) * 1000;
    }
    to.int32(8);
    to.int64(lately.micros);
  },
};
