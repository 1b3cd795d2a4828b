import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { PDFArray, PDFName, PDFRawStream, type PDFDict, type PDFObject } from 'pdf-lib';
import { collect } from '#app/adapters/pdf/intake/engine.ts';
import { lookUp } from '#app/adapters/pdf/page-tree.ts';
import type { PdfStructure } from '#app/adapters/pdf/structure.ts';
import { mostUnpacked } from '#app/adapters/pdf/structure/unpacking.ts';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';

const collectedAt = 32 * 1024 * 1024;

/**
 * Counts what a file's streams unpack to, without holding it, and throws `UnsoundPdf` where it is more than any
 * document has.
 */
export function unpackedLength(structure: PdfStructure): (object: PDFObject) => Promise<void> {
  let left = mostUnpacked;
  return async (object) => {
    // Scanned pages come to gigabytes; an engine unpacks one picture at a time.
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')) return;
    const length = await lengthOf(object.contents, await inflaters(structure, object.dict), left);
    if (length > left) throw new UnsoundPdf('unpacked', 'It unpacks to more than there can be');
    left -= length;
  };
}

/** How many times in a row a stream is to be inflated first. Other ways of packing gain little. */
async function inflaters(structure: PdfStructure, dict: PDFDict): Promise<number> {
  const filter = await lookUp(structure, dict.get(PDFName.of('Filter')));
  const all = filter instanceof PDFArray ? filter.asArray() : [filter];
  const names = await Promise.all(all.map((one) => lookUp(structure, one)));
  const other = names.findIndex((name) => name !== PDFName.of('FlateDecode'));
  return other < 0 ? names.length : other;
}

/** Counts on until just beyond `most`. */
async function lengthOf(packed: Uint8Array, layers: number, most: number): Promise<number> {
  if (layers === 0) return 0;
  let length = 0;
  let uncollected = 0;
  const count = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const { length: more } of source) {
      length += more;
      if (length > most) return;
      uncollected += more;
      if (uncollected < collectedAt) continue;
      uncollected = 0;
      await collect();
    }
  };
  const inflates = Array.from({ length: layers }, () => createInflate({ chunkSize: 256 * 1024 }));
  // Damage is for the engines to judge; what came out before it counts.
  const unpacked = inflates.reduce<Readable>(
    (from, to) => {
      from.on('error', (error) => to.destroy(error));
      return from.pipe(to);
    },
    Readable.from([packed]),
  );
  await count(unpacked).catch(() => undefined);
  return length;
}
