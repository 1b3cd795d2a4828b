import { PDFArray, PDFContext, PDFDict, PDFName, PDFNumber, PDFObjectParser, PDFRawStream, PDFRef } from 'pdf-lib';
import { hasCode } from '#events/error-code.ts';
import type { PDFObject } from 'pdf-lib';
import { unpack } from '#app/pdf/stream-data.ts';
import type { RandomAccess } from '#app/storage/random-access.ts';

/**
 * What is wrong with a PDF's skeleton: `cut` says that its end is missing, `outdated` that its newest change cannot be read,
 * `miscounted` that it has other pages than it says, `endless` that reading or rebuilding it would take hours.
 */
export class UnsoundPdf extends Error {
  readonly code = 'pdf_unsound';

  constructor(
    readonly kind: 'cut' | 'outdated' | 'miscounted' | 'broken' | 'endless',
    message: string,
  ) {
    super(message);
  }
}

export const isUnsoundPdf = (error: unknown): error is UnsoundPdf => hasCode(error, 'pdf_unsound');

/** A PDF's index, read from its end without reading the pages. */
export interface PdfStructure {
  /** Bytes of something else before `%PDF-`; offsets within the file count from there. */
  headerAt: number;
  /** The offset that `startxref` gives. */
  startXref: number;
  /** Whether the newest index is a table or a stream; an update must be of the same kind (ISO 32000-1, 7.5.8). */
  index: 'table' | 'stream';
  trailer: PDFDict;
  context: PDFContext;
  /** Where the parts of the index lie, the newest first. Offsets count from the header. */
  sections: readonly number[];
  /** One more than the highest object number. */
  size: number;
  /** Every object that the index names. Throws where one of them is not there or cannot be read. */
  objects(): AsyncIterable<PDFObject>;
  /** The object that a reference stands for, or undefined. */
  fetch(ref: PDFRef): Promise<PDFObject | undefined>;
  /** Whether it is an array: read from its first bytes, since a stream may be long. */
  isArray(ref: PDFRef): Promise<boolean>;
}

const mostObjects = 1_000_000;
const mostSections = 5000;
/** What the parts of an index say of objects, one after the other, the same objects too. */
const mostEntries = 2_000_000;
/** Bytes that a file's indexes and object streams come to unpacked, all in all: a few kilobytes may unpack to more. */
const mostUnpacked = 256 * 1024 * 1024;
/** Object streams whose objects are held at once. */
const mostCachedStreams = 32;
const longestObject = 64 * 1024 * 1024;

/** Reads the chain of indexes (ISO 32000-1, 7.5). Throws `UnsoundPdf`. */
export const readStructure = (file: RandomAccess): Promise<PdfStructure> => sound(() => read(file));

/** Whatever a parser throws says that the file is broken. */
async function sound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnsoundPdf(error)) throw error;
    throw new UnsoundPdf('broken', error instanceof Error ? error.message : String(error));
  }
}

async function read(file: RandomAccess): Promise<PdfStructure> {
  const headerAt = (await file.read(0, 1024)).indexOf('%PDF-');
  if (headerAt < 0) throw new UnsoundPdf('broken', 'There is no PDF header');
  const startXref = await findStart(file);
  const context = PDFContext.create();
  const places = new Places();
  const unpack = unpacking();
  const seen = new Set<number>();
  const waiting = [startXref];
  let trailer: PDFDict | undefined;
  let index: 'table' | 'stream' | undefined;

  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (seen.has(at)) continue;
    if (seen.size === mostSections) throw new UnsoundPdf('broken', 'The index has too many parts');
    seen.add(at);
    const section = await readSection(file, headerAt + at, context, { places, unpack });
    index ??= section.kind;
    trailer ??= section.trailer;
    // A hybrid file keeps what older readers must not see in a stream beside the table: it comes before the previous part.
    for (const name of ['XRefStm', 'Prev']) {
      const next = section.trailer.lookupMaybe(PDFName.of(name), PDFNumber)?.asNumber();
      if (next !== undefined) waiting.push(next);
    }
  }
  if (!trailer || !index) throw new UnsoundPdf('broken', 'There is no trailer');

  const objectStreams = new Map<number, Map<number, PDFObject>>();
  async function fetch(ref: PDFRef): Promise<PDFObject | undefined> {
    const place = places.of(ref.objectNumber);
    if (place === undefined) return undefined;
    if (place.offset !== undefined) return objectAt(file, headerAt + place.offset, context, ref.objectNumber);
    let objects = objectStreams.get(place.stream);
    if (!objects) {
      const holder = places.of(place.stream);
      if (holder?.offset === undefined) return undefined;
      const object = await objectAt(file, headerAt + holder.offset, context, place.stream);
      if (!(object instanceof PDFRawStream)) return undefined;
      objects = await objectsIn(unpack(object, place.stream), object, context, fetch);
      if (objectStreams.size === mostCachedStreams) objectStreams.delete(objectStreams.keys().next().value ?? -1);
      objectStreams.set(place.stream, objects);
    }
    return objects.get(ref.objectNumber);
  }

  async function isArray(ref: PDFRef): Promise<boolean> {
    const offset = places.of(ref.objectNumber)?.offset;
    if (offset === undefined) return (await fetch(ref)) instanceof PDFArray;
    const beginning = (await file.read(headerAt + offset, 64)).toString('latin1');
    return /^\s*\d+\s+\d+\s+obj\s*\[/.test(beginning);
  }

  const size = Math.max(trailer.lookupMaybe(PDFName.of('Size'), PDFNumber)?.asNumber() ?? 0, places.highest + 1);
  async function* objects(): AsyncGenerator<PDFObject> {
    for (const number of places.numbers()) {
      const object = await sound(() => fetch(PDFRef.of(number)));
      if (object === undefined) throw new UnsoundPdf('broken', 'An object is missing');
      yield object;
    }
  }

  return { headerAt, startXref, index, trailer, context, sections: [...seen], size, objects, fetch, isArray };
}

const blank = new Set([0, 9, 10, 12, 13, 32]);

/** The file's end without the white space and zeros that some programs and disks add. */
async function endOf(file: RandomAccess): Promise<number> {
  for (let end = file.size; end > 0;) {
    const block = await file.read(Math.max(0, end - 65_536), Math.min(65_536, end));
    const last = block.findLastIndex((byte) => !blank.has(byte));
    if (last >= 0) return end - block.length + last + 1;
    end -= block.length;
  }
  return 0;
}

async function findStart(file: RandomAccess): Promise<number> {
  const end = await endOf(file);
  const tail = (await file.read(Math.max(0, end - 4096), Math.min(end, 4096))).toString('latin1');
  const last = tail.slice(Math.max(0, tail.lastIndexOf('startxref')));
  if (!last.includes('%%EOF')) throw new UnsoundPdf('cut', 'The end of the file is missing');
  const found = /^startxref\s+(\d+)\s*%%EOF/.exec(last)?.[1];
  if (found === undefined) throw new UnsoundPdf('broken', 'The end does not say where the index is');
  return Number(found);
}

/** Where each object lies; the newest part of the index speaks first and wins. */
class Places {
  #places = new Map<number, number>();
  highest = 0;
  #entries = 0;

  /** `place` is an offset, or minus the number of the object stream; null for an object that was deleted. */
  add(object: number, place: number | null): void {
    if (object > mostObjects) throw new UnsoundPdf('endless', 'There are too many objects');
    if (++this.#entries > mostEntries) throw new UnsoundPdf('endless', 'The index says more than there can be');
    if (this.#places.has(object)) return;
    this.#places.set(object, place ?? 0);
    this.highest = Math.max(this.highest, object);
  }

  /** In the order of the file, so that each object stream is unpacked once. */
  numbers(): number[] {
    const used = [...this.#places].filter(([, place]) => place !== 0);
    return used.sort(([, a], [, b]) => b - a).map(([object]) => object);
  }

  of(object: number): { offset: number; stream?: never } | { offset?: never; stream: number } | undefined {
    const place = this.#places.get(object);
    if (!place) return undefined;
    return place > 0 ? { offset: place } : { stream: -place };
  }
}

/** `number`: the object's own, where it may be unpacked again. */
type Unpack = (stream: PDFRawStream, number?: number) => Buffer;

function unpackWithin(stream: PDFRawStream): Buffer {
  try {
    return unpack(stream);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new UnsoundPdf('endless', 'Its index unpacks to more than there can be');
  }
}

/** Unpacks a file's streams until they come to more than any document's do. */
function unpacking(): Unpack {
  let left = mostUnpacked;
  const counted = new Set<number>();
  return (stream, number) => {
    const bytes = unpackWithin(stream);
    if (number !== undefined && counted.has(number)) return bytes;
    if (number !== undefined) counted.add(number);
    left -= bytes.length;
    if (left < 0) throw new UnsoundPdf('endless', 'Its index unpacks to more than there can be');
    return bytes;
  };
}

interface Section {
  kind: 'table' | 'stream';
  trailer: PDFDict;
}

async function readSection(
  file: RandomAccess,
  at: number,
  context: PDFContext,
  { places, unpack }: { places: Places; unpack: Unpack },
): Promise<Section> {
  const start = (await file.read(at, 32)).toString('latin1').trimStart();
  if (start.startsWith('xref')) return readTable(file, at, context, places);
  const object = await objectAt(file, at, context);
  if (!(object instanceof PDFRawStream)) throw new UnsoundPdf('broken', 'The index is neither a table nor a stream');
  readIndexStream(unpack(object), object, places);
  return { kind: 'stream', trailer: object.dict };
}

/** A table as it is written in the file: lines `first count`, then `offset generation n|f` for each object. */
async function readTable(file: RandomAccess, at: number, context: PDFContext, places: Places): Promise<Section> {
  for (let length = 64 * 1024; ; length *= 4) {
    const bytes = await file.read(at, length);
    const end = bytes.indexOf('trailer');
    if (end < 0) {
      if (bytes.length < length || length > longestObject) throw new UnsoundPdf('broken', 'The index has no end');
      continue;
    }
    const trailer = parse(await file.read(at + end + 'trailer'.length, 64 * 1024), context);
    if (!(trailer instanceof PDFDict)) throw new UnsoundPdf('broken', 'The trailer is not a dictionary');
    const words = bytes
      .toString('latin1', bytes.indexOf('xref') + 4, end)
      .trim()
      .split(/\s+/);
    let word = 0;
    while (word + 1 < words.length) {
      const first = Number(words[word++]);
      const count = Number(words[word++]);
      if (!Number.isInteger(first) || !Number.isInteger(count)) throw new UnsoundPdf('broken', 'The index is garbled');
      for (let i = 0; i < count; i++, word += 3) {
        const offset = Number(words[word]);
        if (!Number.isInteger(offset)) throw new UnsoundPdf('broken', 'The index is garbled');
        places.add(first + i, words[word + 2] === 'n' ? offset : null);
      }
    }
    return { kind: 'table', trailer };
  }
}

function readIndexStream(data: Buffer, stream: PDFRawStream, places: Places): void {
  const numbers = (name: string): number[] | undefined =>
    stream.dict
      .lookupMaybe(PDFName.of(name), PDFArray)
      ?.asArray()
      .map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
  const widths = numbers('W');
  if (!widths || widths.length < 3 || widths.some((width) => !(width >= 0 && width <= 8))) {
    throw new UnsoundPdf('broken', 'The index stream has no widths');
  }
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  // Entries that take no room would be as many as the stream says.
  if (typeWidth + secondWidth + thirdWidth === 0) throw new UnsoundPdf('endless', 'The index stream has no widths');
  const size = stream.dict.lookup(PDFName.of('Size'), PDFNumber).asNumber();
  const ranges = numbers('Index') ?? [0, size];
  const field = (at: number, width: number): number => {
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 256 + (data[at + i] ?? 0);
    return value;
  };
  let at = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    for (let i = 0; i < (ranges[range + 1] ?? 0); i++, at += typeWidth + secondWidth + thirdWidth) {
      if (at >= data.length) return;
      const type = typeWidth === 0 ? 1 : field(at, typeWidth);
      const second = field(at + typeWidth, secondWidth);
      places.add((ranges[range] ?? 0) + i, type === 1 ? second : type === 2 ? -second : null);
    }
  }
}

/** Parses `n g obj … endobj` at an offset, reading more of the file until the whole object is there. */
async function objectAt(file: RandomAccess, at: number, context: PDFContext, expected?: number): Promise<PDFObject> {
  for (let length = 8 * 1024; ; length *= 8) {
    const bytes = await file.read(at, length);
    const whole = bytes.length < length || length > longestObject;
    const header = /^\s*(\d+)\s+(\d+)\s+obj/.exec(bytes.toString('latin1', 0, 64));
    if (!header) throw new UnsoundPdf('broken', 'There is no object where the index says');
    if (expected !== undefined && Number(header[1]) !== expected) {
      throw new UnsoundPdf('broken', 'Another object is where the index says');
    }
    if (!whole && !bytes.includes('endobj')) continue;
    try {
      return parse(bytes.subarray(header[0].length), context);
    } catch (error) {
      if (whole) throw error;
    }
  }
}

const parse = (bytes: Buffer, context: PDFContext): PDFObject => PDFObjectParser.forBytes(bytes, context).parseObject();

/** The objects of an object stream (ISO 32000-1, 7.5.7): N pairs of number and offset, then the objects from First on. */
async function objectsIn(
  data: Buffer,
  stream: PDFRawStream,
  context: PDFContext,
  fetch: (ref: PDFRef) => Promise<PDFObject | undefined>,
): Promise<Map<number, PDFObject>> {
  const number = async (name: string): Promise<number> => {
    const value = stream.dict.get(PDFName.of(name));
    const found = value instanceof PDFRef ? await fetch(value) : value;
    if (!(found instanceof PDFNumber)) throw new UnsoundPdf('broken', 'An object stream is garbled');
    return found.asNumber();
  };
  const count = await number('N');
  const first = await number('First');
  const pairs = data.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
  const objects = new Map<number, PDFObject>();
  for (let i = 0; i < count; i++) {
    const [object, offset] = [pairs[2 * i], pairs[2 * i + 1]];
    if (object === undefined || offset === undefined) break;
    objects.set(object, parse(data.subarray(first + offset), context));
  }
  return objects;
}
