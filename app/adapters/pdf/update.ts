import { PDFArray, PDFContext, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import type { SoundPdf } from '#app/adapters/pdf/inspect.ts';

/**
 * A change to a PDF that is written after its end: an incremental update (ISO 32000-1, 7.5.6). The original stays byte
 * for byte at the beginning of the result, however long it is, and is never held in memory.
 */
export class PdfUpdate {
  /** Knows the new objects; their numbers follow the original's. */
  readonly context = PDFContext.create();
  readonly #replaced = new Map<string, [PDFRef, PDFObject]>();

  constructor(readonly original: SoundPdf) {
    this.context.largestObjectNumber = original.structure.size - 1;
  }

  /** Puts another object in the place of one of the original's. */
  replace(ref: PDFRef, object: PDFObject): void {
    if (ref.objectNumber >= this.original.structure.size) this.context.assign(ref, object);
    else this.#replaced.set(ref.tag, [ref, object]);
  }

  /** What a reference of the original stands for after this update. */
  async current(object: PDFObject | undefined): Promise<PDFObject | undefined> {
    let found = object;
    for (let hops = 0; found instanceof PDFRef && hops < 16; hops++) {
      found =
        this.#replaced.get(found.tag)?.[1] ??
        this.context.lookup(found) ??
        (await this.original.structure.fetch(found));
    }
    return found;
  }

  /** A copy of a dictionary, to be changed; its values stay the same objects. */
  copyOf(dict: PDFDict | undefined): PDFDict {
    const copy = PDFDict.withContext(this.context);
    for (const [key, value] of dict?.entries() ?? []) copy.set(key, value);
    return copy;
  }

  #objects(): [PDFRef, PDFObject][] {
    const { size } = this.original.structure;
    const added = this.context.enumerateIndirectObjects().filter(([ref]) => ref.objectNumber >= size);
    return [...this.#replaced.values(), ...added];
  }

  /**
   * The bytes to be written after the original's, with an index in the original's own form. `id` (16 bytes or more)
   * names this state of the document; `note` is one line of a comment at their very beginning. With `carried`, the
   * update continues the object that was begun after the original's end and whose content is that many bytes of another
   * file.
   */
  bytes(id: Buffer, { note, carried }: { note?: string; carried?: Carried } = {}): Buffer {
    const { original } = this;
    const { structure } = original;
    const base = original.file.size - structure.headerAt + (carried ? carried.begin.length + carried.size : 0);
    const end = carried ? '\nendstream\nendobj' : '';
    const beginning = Buffer.from(`${end}\n${note === undefined ? '' : `% ${note}\n`}`, 'latin1');
    const pieces: Buffer[] = [beginning];
    let length = beginning.length;
    const offsets = new Map<number, { offset: number; generation: number }>();
    if (carried)
      offsets.set(carried.ref.objectNumber, { offset: original.file.size - structure.headerAt + 1, generation: 0 });
    const push = (bytes: Buffer): void => {
      pieces.push(bytes);
      length += bytes.length;
    };
    for (const [ref, object] of this.#objects()) {
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
}

/** An object whose content is another file: what stands before that file's bytes, and how many they are. */
export interface Carried {
  ref: PDFRef;
  begin: Buffer;
  size: number;
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
