import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import type { PDFRawStream } from 'pdf-lib';

/** No index and no object stream is larger than this once unpacked; a packed bomb is. */
const largest = 64 * 1024 * 1024;

/**
 * The unpacked bytes of a cross-reference or object stream. Throws where it is packed in a way that these never are
 * (anything but FlateDecode, with or without a predictor: ISO 32000-1, 7.4.4).
 */
export function unpack(stream: PDFRawStream): Buffer {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const only = filter instanceof PDFArray ? (filter.size() === 1 ? filter.lookup(0) : null) : filter;
  if (only === undefined) return Buffer.from(stream.contents);
  if (only !== PDFName.of('FlateDecode')) throw new Error('The stream is packed in an unusual way');
  const bytes = inflateSync(stream.contents, { maxOutputLength: largest });
  const parameters = stream.dict.lookup(PDFName.of('DecodeParms'));
  const first = parameters instanceof PDFArray ? parameters.lookup(0) : parameters;
  if (!(first instanceof PDFDict)) return bytes;
  const number = (name: string, otherwise: number): number =>
    first.lookupMaybe(PDFName.of(name), PDFNumber)?.asNumber() ?? otherwise;
  if (number('Predictor', 1) < 10) return bytes;
  return undoPng(bytes, number('Columns', 1), Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8));
}

/** Undoes the PNG filters (RFC 2083, section 6). Each row begins with the filter's number. */
function undoPng(bytes: Buffer, columns: number, pixel: number): Buffer {
  const width = columns * pixel;
  const rows = Math.floor(bytes.length / (width + 1));
  const out = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const filter = bytes[row * (width + 1)] ?? 0;
    for (let i = 0; i < width; i++) {
      const raw = bytes[row * (width + 1) + 1 + i] ?? 0;
      const at = row * width + i;
      const left = i >= pixel ? (out[at - pixel] ?? 0) : 0;
      const up = row > 0 ? (out[at - width] ?? 0) : 0;
      const corner = row > 0 && i >= pixel ? (out[at - width - pixel] ?? 0) : 0;
      out[at] = (raw + predicted(filter, left, up, corner)) & 0xff;
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      return 0;
  }
}
