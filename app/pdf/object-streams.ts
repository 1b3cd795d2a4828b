import { deflateSync } from 'node:zlib';

interface Reference {
  id: number;
  data: Record<string, unknown>;
  end(content?: Uint8Array): void;
}

/** The parts of pdfkit that know where objects are; its types leave them out. */
interface Internals {
  /** Where each object begins, the first at 0. A negative number: see `ObjectStreams`. */
  _offsets: (number | null)[];
  _offset: number;
  _root: Reference;
  _info: Reference;
  _id: Uint8Array;
  ref(data: unknown): Reference;
  push(chunk: Uint8Array | null): boolean;
  _write(chunk: string | Uint8Array): void;
  _finalize(): void;
}

/** So many objects share one stream: what is gathered stays small. */
const together = 2_000;

/**
 * Objects that are written many to a compressed stream (ISO 32000-1, 7.5.7), with the cross-reference stream that finds them (7.5.8): pdfkit
 * writes each by itself and an index of twenty bytes each, which for a table of a million cells is the most of the file.
 */
export class ObjectStreams {
  readonly #pdf: Internals;
  #heads: string[] = [];
  #bodies: string[] = [];
  #length = 0;
  #stream: Reference | null = null;

  constructor(document: PDFKit.PDFDocument) {
    this.#pdf = document as unknown as Internals;
    this.#pdf._finalize = () => this.#finalize();
  }

  /** The number of an object that is written later. */
  reserve(): number {
    return this.#pdf._offsets.push(null);
  }

  /** Writes an object that has no stream. `body` is what stands between `obj` and `endobj`, in ASCII. */
  write(id: number, body: string): void {
    // Named as packed from the beginning: pdfkit would pack it again.
    this.#stream ??= this.#pdf.ref({ Filter: 'FlateDecode' });
    // Below zero: which stream holds it, and as the how manieth.
    this.#pdf._offsets[id - 1] = -(this.#stream.id * together + this.#bodies.length);
    this.#heads.push(`${id} ${this.#length}`);
    this.#bodies.push(body);
    this.#length += body.length + 1;
    if (this.#bodies.length === together) this.#flush();
  }

  /** To be called before the document ends. */
  end(): void {
    if (this.#bodies.length > 0) this.#flush();
  }

  #flush(): void {
    const head = `${this.#heads.join(' ')}\n`;
    const packed = deflateSync(Buffer.from(`${head}${this.#bodies.join('\n')}\n`, 'latin1'), { level: 4 });
    this.#stream!.data = { Type: 'ObjStm', N: this.#bodies.length, First: head.length, Filter: 'FlateDecode' };
    this.#stream!.end(packed);
    this.#stream = null;
    [this.#heads, this.#bodies, this.#length] = [[], [], 0];
  }

  /** Takes the place of pdfkit's own end, which knows a plain table of offsets alone. */
  #finalize(): void {
    const { _offsets: places, _root: root, _info: info } = this.#pdf;
    const start = this.#pdf._offset;
    const size = places.length + 2;
    const rows = Buffer.alloc(size * 8);
    rows.writeUInt16BE(0xffff, 6);
    const row = (id: number, kind: number, one: number, other: number): void => {
      rows.writeUInt8(kind, id * 8);
      rows.writeUIntBE(one, id * 8 + 1, 5);
      rows.writeUInt16BE(other, id * 8 + 6);
    };
    places.forEach((place, index) => {
      if (place === null) throw new Error('An object of the document was never written.');
      if (place >= 0) row(index + 1, 1, place, 0);
      else row(index + 1, 2, Math.floor(-place / together), -place % together);
    });
    row(size - 1, 1, start, 0);
    const packed = deflateSync(rows, { level: 6 });
    const id = Buffer.from(this.#pdf._id).toString('hex');
    const named = [`/Size ${size}`, `/Root ${root.id} 0 R`, `/Info ${info.id} 0 R`, `/ID [<${id}> <${id}>]`].join(' ');
    this.#pdf._write(`${size - 1} 0 obj`);
    this.#pdf._write(`<</Type /XRef /W [1 5 2] ${named} /Filter /FlateDecode /Length ${packed.length}>>`);
    this.#pdf._write('stream');
    this.#pdf._write(packed);
    this.#pdf._write('\nendstream');
    this.#pdf._write('endobj');
    this.#pdf._write(`startxref\n${start}\n%%EOF`);
    this.#pdf.push(null);
  }
}
