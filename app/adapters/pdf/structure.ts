import { PDFArray, PDFContext, PDFName, PDFNumber, PDFRawStream, PDFRef } from 'pdf-lib';
import type { PDFDict, PDFObject } from 'pdf-lib';
import { objectAt, objectsIn } from '#app/adapters/pdf/structure/objects.ts';
import { Places } from '#app/adapters/pdf/structure/places.ts';
import { readSection } from '#app/adapters/pdf/structure/sections.ts';
import { unpacking } from '#app/adapters/pdf/structure/unpacking.ts';
import { sound, UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

const mostSections = 5000;
/** Object streams whose objects are held at once. */
const mostCachedStreams = 32;

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
  /** The numbers of the objects that the index names. */
  numbers(): number[];
  /** Every object that the index names. Throws where one of them is not there or cannot be read. */
  objects(): AsyncIterable<PDFObject>;
  /** The object that a reference stands for, or undefined. */
  fetch(ref: PDFRef): Promise<PDFObject | undefined>;
  /** Whether it is an array: read from its first bytes, since a stream may be long. */
  isArray(ref: PDFRef): Promise<boolean>;
}

/** Reads the chain of indexes (ISO 32000-1, 7.5). Throws `UnsoundPdf`. */
export const readStructure = (file: RandomAccess): Promise<PdfStructure> => sound(() => read(file));

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
    // A hybrid file keeps what older readers must not see in a stream beside the table: it comes before the previous
    // part.
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
  const numbers = (): number[] => places.numbers();
  async function* objects(): AsyncGenerator<PDFObject> {
    for (const number of numbers()) {
      const object = await sound(() => fetch(PDFRef.of(number)));
      if (object === undefined) throw new UnsoundPdf('broken', 'An object is missing');
      yield object;
    }
  }

  return { headerAt, startXref, index, trailer, context, sections: [...seen], size, numbers, objects, fetch, isArray };
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
