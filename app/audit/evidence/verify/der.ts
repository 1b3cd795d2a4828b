/** One value of DER (X.690). */
export interface Value {
  tag: number;
  /** The value including its tag and length. */
  whole: Uint8Array;
  content: Uint8Array;
}

/** Thrown when bytes are not the expected DER. */
export class NotDer extends Error {
  readonly code = 'not_der';
}

export const isNotDer = (error: unknown): boolean => (error as Partial<NotDer> | undefined)?.code === 'not_der';

export const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
} as const;

/** Reads the value at the start of the bytes. */
export function readValue(bytes: Uint8Array): Value {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new NotDer();
  let [length, head] = [first, 2];
  if (first >= 0x80) {
    const more = first - 0x80;
    if (more === 0 || more > 4 || bytes.length < 2 + more) throw new NotDer();
    length = bytes.subarray(2, 2 + more).reduce((sum, byte) => sum * 256 + byte, 0);
    head = 2 + more;
  }
  if (bytes.length < head + length) throw new NotDer();
  return { tag, whole: bytes.subarray(0, head + length), content: bytes.subarray(head, head + length) };
}

/** The members of a constructed value. */
export function partsOf({ content }: Value): Value[] {
  const parts: Value[] = [];
  for (let rest = content; rest.length > 0;) {
    const part = readValue(rest);
    parts.push(part);
    rest = rest.subarray(part.whole.length);
  }
  return parts;
}

/** The members of a value that must have this tag. */
export function open(value: Value | undefined, tag: number): Value[] {
  return partsOf(expected(value, tag));
}

/** The members of a value that must have this tag and count, since no signature would cover further ones. */
export function openAll(value: Value | undefined, tag: number, count: number): Value[] {
  const parts = open(value, tag);
  if (parts.length !== count) throw new NotDer();
  return parts;
}

export function expected(value: Value | undefined, tag: number): Value {
  if (value?.tag !== tag) throw new NotDer();
  return value;
}

/** `1.2.840.113549.1.7.2`. */
export function oidOf(value: Value | undefined): string {
  const { content } = expected(value, tags.oid);
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [first = 0, ...others] = numbers;
  const head = Math.min(2, Math.floor(first / 40));
  return [head, first - 40 * head, ...others].join('.');
}

/** The bytes of a BIT STRING that ends with a whole byte. */
export function bitsOf(value: Value | undefined): Uint8Array {
  const { content } = expected(value, tags.bits);
  if (content[0] !== 0) throw new NotDer();
  return content.subarray(1);
}

/** Milliseconds since 1970. */
export function timeOf(value: Value | undefined): number {
  const text = value ? String.fromCharCode(...value.content) : '';
  const match = /^(\d{2,4}?)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) throw new NotDer();
  const [, years = '', month, day, hour, minute, second] = match;
  // RFC 5280, 4.1.2.5.1: two digits mean 1950 to 2049.
  const year = value?.tag === tags.utcTime ? `${Number(years) < 50 ? '20' : '19'}${years}` : years;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) throw new NotDer();
  return time;
}
