import { createHash } from 'node:crypto';
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFRef,
} from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import type { SoundPdf } from '#app/pdf/inspect.ts';
import { UnsoundPdf } from '#app/pdf/structure.ts';

/**
 * The bytes which, written after the original's, add pages to its end: an incremental update (ISO 32000-1, 7.5.6).
 * The original stays byte for byte at the beginning of the result, however long it is, and is never held in memory.
 * `added` is a small PDF. Equal input gives equal bytes. Throws `UnsoundPdf` where the page tree can't be followed.
 */
export async function pagesToAppend(original: SoundPdf, added: Buffer): Promise<{ bytes: Buffer; pages: number }> {
  const { structure, pageTree, file } = original;
  const source = await PDFDocument.load(added, { updateMetadata: false });
  const context = PDFContext.create();
  context.largestObjectNumber = structure.size - 1;
  const copier = PDFObjectCopier.for(source.context, context);

  const pageRefs = source.getPages().map((page) => {
    const copy = copier.copy(page.node);
    copy.set(PDFName.of('Parent'), pageTree.ref);
    // What the original's pages have in common would hold for the added ones too, unless they say otherwise.
    copy.set(PDFName.of('Rotate'), PDFNumber.of(0));
    const box = copy.MediaBox();
    for (const name of ['CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) copy.set(PDFName.of(name), box);
    return context.register(copy);
  });

  const tree = PDFDict.withContext(context);
  for (const [key, value] of pageTree.dict.entries()) tree.set(key, value);
  tree.set(PDFName.of('Kids'), await kidsWith(original, pageRefs, context));
  tree.set(PDFName.of('Count'), PDFNumber.of(original.pages + pageRefs.length));

  const objects: [PDFRef, PDFObject][] = [
    [pageTree.ref, tree],
    ...context.enumerateIndirectObjects().filter(([ref]) => ref.objectNumber >= structure.size),
  ];
  const id = createHash('sha256').update(added).digest();
  return { bytes: write(objects, original, file.size - structure.headerAt, id), pages: pageRefs.length };
}

async function kidsWith(original: SoundPdf, pages: PDFRef[], context: PDFContext): Promise<PDFArray> {
  const { structure, pageTree } = original;
  const given = pageTree.dict.get(PDFName.of('Kids'));
  const found = given instanceof PDFRef ? await structure.fetch(given) : given;
  if (!(found instanceof PDFArray)) throw new UnsoundPdf('broken', 'The page tree has no kids');
  const kids = PDFArray.withContext(context);
  for (const kid of [...found.asArray(), ...pages]) kids.push(kid);
  return kids;
}

/** Objects, their index in the original's own form, and the trailer. `base` is the offset at which they will begin. */
function write(objects: [PDFRef, PDFObject][], { structure }: SoundPdf, base: number, id: Buffer): Buffer {
  const pieces: Buffer[] = [Buffer.from('\n')];
  let length = 1;
  const offsets = new Map<number, { offset: number; generation: number }>();
  const push = (bytes: Buffer): void => {
    pieces.push(bytes);
    length += bytes.length;
  };
  for (const [ref, object] of objects) {
    offsets.set(ref.objectNumber, { offset: base + length, generation: ref.generationNumber });
    push(Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`));
    push(bytesOf(object));
    push(Buffer.from('\nendobj\n'));
  }

  const highest = Math.max(structure.size - 1, ...offsets.keys());
  const index = base + length;
  const trailer = PDFDict.withContext(structure.context);
  for (const name of ['Root', 'Info']) {
    const value = structure.trailer.get(PDFName.of(name));
    if (value) trailer.set(PDFName.of(name), value);
  }
  trailer.set(PDFName.of('Prev'), PDFNumber.of(structure.startXref));
  trailer.set(PDFName.of('ID'), fileId(structure.trailer, structure.context, id));

  if (structure.index === 'table') {
    trailer.set(PDFName.of('Size'), PDFNumber.of(highest + 1));
    push(Buffer.from(table(offsets)));
    push(Buffer.from('trailer\n'));
    push(bytesOf(trailer));
  } else {
    const own = highest + 1;
    offsets.set(own, { offset: index, generation: 0 });
    trailer.set(PDFName.of('Size'), PDFNumber.of(own + 1));
    push(indexStream(own, offsets, trailer, structure.context));
  }
  push(Buffer.from(`\nstartxref\n${index}\n%%EOF\n`));
  return Buffer.concat(pieces);
}

function bytesOf(object: PDFObject): Buffer {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return Buffer.from(bytes);
}

type Offsets = Map<number, { offset: number; generation: number }>;

/** Runs of consecutive object numbers, ascending. */
function runsOf(offsets: Offsets): number[][] {
  const runs: number[][] = [];
  for (const number of [...offsets.keys()].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}

const placeOf = (offsets: Offsets, number: number): { offset: number; generation: number } =>
  offsets.get(number) ?? { offset: 0, generation: 0 };

function table(offsets: Offsets): string {
  const sections = runsOf(offsets).map((run) => {
    const lines = run.map((number) => {
      const { offset, generation } = placeOf(offsets, number);
      return `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;
    });
    return `${run[0]} ${run.length}\n${lines.join('')}`;
  });
  return `xref\n${sections.join('')}`;
}

function indexStream(own: number, offsets: Offsets, trailer: PDFDict, context: PDFContext): Buffer {
  const runs = runsOf(offsets);
  const data = Buffer.alloc(offsets.size * 8);
  runs.flat().forEach((number, row) => {
    const { offset, generation } = placeOf(offsets, number);
    data.writeUInt8(1, row * 8);
    data.writeUIntBE(offset, row * 8 + 1, 5);
    data.writeUInt16BE(generation, row * 8 + 6);
  });
  const numbers = (values: number[]): PDFArray => {
    const array = PDFArray.withContext(context);
    for (const value of values) array.push(PDFNumber.of(value));
    return array;
  };
  trailer.set(PDFName.of('Type'), PDFName.of('XRef'));
  trailer.set(PDFName.of('W'), numbers([1, 5, 2]));
  trailer.set(PDFName.of('Index'), numbers(runs.flatMap((run) => [run[0] ?? 0, run.length])));
  trailer.set(PDFName.of('Length'), PDFNumber.of(data.length));
  return Buffer.concat([
    Buffer.from(`${own} 0 obj\n`),
    bytesOf(trailer),
    Buffer.from('\nstream\n'),
    data,
    Buffer.from('\nendstream\nendobj'),
  ]);
}

/** The first half names the document for good, the second this version of it (ISO 32000-1, 14.4). */
function fileId(original: PDFDict, context: PDFContext, id: Buffer): PDFArray {
  const now = PDFHexString.of(id.toString('hex', 0, 16));
  const before = original.get(PDFName.of('ID'));
  const array = PDFArray.withContext(context);
  array.push(before instanceof PDFArray && before.size() === 2 ? before.get(0) : now);
  array.push(now);
  return array;
}
