import CRC32 from 'crc-32';
import { joined, sameBytes, textOf, utf8 } from './encoding.ts';
import { need, Refusal } from './refusal.ts';

/** Bytes that can be read in pieces: of a file on disk, in the browser, in memory. */
export interface Bytes {
  readonly size: number;
  /** From `start` up to, not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A file of a pack. */
export interface PackFile {
  path: string;
  size: number;
  /** Its bytes, in pieces; refuses where the container around them is not as it must be. */
  open(): AsyncIterable<Uint8Array>;
}

const container = 'the zip itself';
const tooOdd = 'is not the zip that a pack is: it was changed, packed anew, or cut short';
const full = 0xffffffff;
const piece = 1024 * 1024;
/** 1 January 1980, 00:00:00, which every file of a pack has. */
const dosTime = 0x00210000;
/** A regular file that its owner may write and everybody read. */
const attributes = ((0o100644 << 16) | 0x20) >>> 0;

interface Entry {
  path: string;
  crc: number;
  size: number;
  offset: number;
  /** Written before its length was known: the length follows the bytes. */
  streamed: boolean;
}

type Field = [value: number, bytes: 2 | 4 | 8];

/** Numbers in little-endian order, as zip has them (APPNOTE.TXT section 4.4). */
function fields(...list: Field[]): Uint8Array {
  const bytes = new Uint8Array(list.reduce((sum, [, width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of list) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  return bytes;
}

const versionOf = ({ streamed }: Entry): number => (streamed ? 20 : 10);
const flagsOf = ({ streamed }: Entry): number => (streamed ? 8 : 0);

function localHeader(entry: Entry): Uint8Array {
  const known = entry.streamed ? { crc: 0, size: 0 } : entry;
  const name = utf8(entry.path);
  return joined(
    fields([0x04034b50, 4], [versionOf(entry), 2], [flagsOf(entry), 2], [0, 2], [dosTime, 4]),
    fields([known.crc, 4], [known.size, 4], [known.size, 4], [name.length, 2], [0, 2]),
    name,
  );
}

const descriptor = ({ streamed, crc, size }: Entry): Uint8Array =>
  streamed ? fields([0x08074b50, 4], [crc, 4], [size, 4], [size, 4]) : new Uint8Array(0);

function centralRecord(entry: Entry): Uint8Array {
  const name = utf8(entry.path);
  const far = entry.offset > full;
  const { size, offset } = far ? { size: full, offset: full } : entry;
  const extra = far ? fields([1, 2], [24, 2], [entry.size, 8], [entry.size, 8], [entry.offset, 8]) : new Uint8Array(0);
  return joined(
    fields([0x02014b50, 4], [(3 << 8) | 45, 2], [far ? 45 : versionOf(entry), 2], [flagsOf(entry), 2], [0, 2]),
    fields([dosTime, 4], [entry.crc, 4], [size, 4], [size, 4], [name.length, 2], [extra.length, 2], [0, 2]),
    fields([0, 2], [0, 2], [attributes, 4], [offset, 4]),
    name,
    extra,
  );
}

function endRecords(count: number, length: number, offset: number): Uint8Array {
  if (count <= 0xffff && length <= full && offset <= full)
    return fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [offset, 4], [0, 2]);
  return joined(
    fields([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 4], [0, 4]),
    fields([count, 8], [count, 8], [length, 8], [offset, 8]),
    fields([0x07064b50, 4], [0, 4], [offset + length, 8], [1, 4]),
    fields([0x06054b50, 4], [0, 2], [0, 2], [0xffff, 2], [0xffff, 2], [full, 4], [full, 4], [0, 2]),
  );
}

/** The zip's own end: where its list of files stands, and how long it is. */
async function readEnd(bytes: Bytes): Promise<{ count: number; length: number; offset: number }> {
  const tail = await bytes.read(Math.max(0, bytes.size - 98), bytes.size);
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const at = tail.length - 22;
  if (at < 0 || view.getUint32(at, true) !== 0x06054b50) throw new Refusal(container, tooOdd);
  const far = view.getUint32(at + 16, true) === full && tail.length === 98;
  const number = (place: number): number => Number(view.getBigUint64(place, true));
  const end = far
    ? { count: number(32), length: number(40), offset: number(48) }
    : {
        count: view.getUint16(at + 10, true),
        length: view.getUint32(at + 12, true),
        offset: view.getUint32(at + 16, true),
      };
  const records = endRecords(end.count, end.length, end.offset);
  const fits = end.offset + end.length + records.length === bytes.size;
  if (!fits || !sameBytes(records, tail.subarray(tail.length - records.length))) throw new Refusal(container, tooOdd);
  return end;
}

/** One record of the list; null where there is none that a pack could hold. */
function readRecord(list: Uint8Array, at: number, offset: number): { entry: Entry; length: number } | null {
  if (at + 46 > list.length) return null;
  const view = new DataView(list.buffer, list.byteOffset + at);
  const nameLength = view.getUint16(28, true);
  const path = textOf(list.subarray(at + 46, at + 46 + nameLength));
  const size =
    offset > full && at + 46 + nameLength + 12 <= list.length
      ? Number(view.getBigUint64(46 + nameLength + 4, true))
      : view.getUint32(24, true);
  const entry = {
    path: path ?? '',
    crc: view.getUint32(16, true),
    size,
    offset,
    streamed: view.getUint16(8, true) === 8,
  };
  const record = centralRecord(entry);
  return sameBytes(record, list.subarray(at, at + record.length)) ? { entry, length: record.length } : null;
}

/**
 * The files of a zip written as a pack, in order. The bytes around them are generated anew from the files' fields and
 * compared, so that no byte is unchecked. Refuses all other zips.
 */
export async function openZip(bytes: Bytes): Promise<PackFile[]> {
  const end = await readEnd(bytes);
  const list = await bytes.read(end.offset, end.offset + end.length);
  const files: PackFile[] = [];
  let at = 0;
  let offset = 0;
  while (at < list.length) {
    const { entry, length } = need(readRecord(list, at, offset), container, tooOdd);
    at += length;
    offset += localHeader(entry).length + entry.size + descriptor(entry).length;
    files.push({ path: entry.path, size: entry.size, open: () => contentOf(bytes, entry) });
  }
  if (files.length !== end.count || offset !== end.offset) throw new Refusal(container, tooOdd);
  return files;
}

async function* contentOf(bytes: Bytes, entry: Entry): AsyncGenerator<Uint8Array> {
  const header = localHeader(entry);
  const from = entry.offset + header.length;
  if (!sameBytes(header, await bytes.read(entry.offset, from))) throw new Refusal(entry.path, tooOdd);
  let crc = 0;
  for (let at = from; at < from + entry.size; at += piece) {
    const some = await bytes.read(at, Math.min(at + piece, from + entry.size));
    crc = CRC32.buf(some, crc);
    yield some;
  }
  const after = descriptor(entry);
  const to = from + entry.size;
  if (crc >>> 0 !== entry.crc || !sameBytes(after, await bytes.read(to, to + after.length)))
    throw new Refusal(entry.path, 'its bytes were changed');
}
