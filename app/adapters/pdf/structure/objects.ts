import {
  PDFNumber,
  PDFObjectParser,
  PDFName,
  PDFRef,
  type PDFContext,
  type PDFObject,
  type PDFRawStream,
} from 'pdf-lib';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

export const longestObject = 64 * 1024 * 1024;

/** Parses `n g obj … endobj` at an offset, reading more of the file until the whole object is there. */
export async function objectAt(
  file: RandomAccess,
  at: number,
  context: PDFContext,
  expected?: number,
): Promise<PDFObject> {
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
      if (whole && bytes.length === length) throw new UnsoundPdf('unpacked', 'An object is too long');
      if (whole) throw error;
    }
  }
}

export const parse = (bytes: Buffer, context: PDFContext): PDFObject =>
  PDFObjectParser.forBytes(bytes, context).parseObject();

/**
 * The objects of an object stream (ISO 32000-1, 7.5.7): N pairs of number and offset, then the objects from First on.
 */
export async function objectsIn(
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
