import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFContext } from 'pdf-lib';
import { longestObject, objectAt, parse } from '#app/adapters/pdf/structure/objects.ts';
import type { Places } from '#app/adapters/pdf/structure/places.ts';
import type { Unpack } from '#app/adapters/pdf/structure/unpacking.ts';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

/** A part of an index: a table, or a stream (ISO 32000-1, 7.5.4 and 7.5.8). */
interface Section {
  kind: 'table' | 'stream';
  trailer: PDFDict;
}

/** Reads the part of an index that begins at an offset, into `places`. */
export async function readSection(
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
  if (typeWidth + secondWidth + thirdWidth === 0) throw new UnsoundPdf('broken', 'The index stream has no widths');
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
