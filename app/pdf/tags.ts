import { ObjectStreams } from '#app/pdf/object-streams.ts';

/** A reference to an object that is written already: all that must be kept of it. */
class Written {
  constructor(readonly id: number) {}
  /** pdfkit writes what it does not know as its text. */
  get [Symbol.toStringTag](): string {
    return 'Reference';
  }
  toString(): string {
    return `${this.id} 0 R`;
  }
}

interface Reference {
  id: number;
  data: Record<string, unknown>;
}

/** The parts of pdfkit that write structure; its types leave them out. */
interface Internals {
  page: { dictionary: Reference; structParentTreeKey: number };
  addContent(content: string): void;
  getStructTreeRoot(): Reference;
  getStructParentTree(): { get(key: number): unknown[]; add(key: number, value: unknown): void };
}

/** A structure element that others or marked content may still join. */
export interface Tag {
  readonly id: number;
  /** What is written of it before its kids. */
  readonly head: string;
  readonly kids: number[];
}

/** What stands on a page in one element: its content, and what is read out in its place. */
export interface Piece {
  content: string;
  spoken: string;
}

/**
 * The structure of a tagged PDF (ISO 32000-1, 14.7), written as it is closed: pdfkit's own elements stay in memory until the end, which a
 * table of a million cells would not survive. Elements are opened and closed like brackets.
 */
export class Tags {
  readonly #pdf: Internals;
  readonly #objects: ObjectStreams;
  readonly #open: Tag[] = [];
  readonly root: Tag;
  /** The elements of what stands on the page, in the order of its marks. */
  #parents: number[] = [];

  constructor(document: PDFKit.PDFDocument) {
    this.#pdf = document as unknown as Internals;
    this.#objects = new ObjectStreams(document);
    const tree = this.#pdf.getStructTreeRoot();
    this.root = this.#make('Document', tree.id);
    tree.data.K = [new Written(this.root.id)];
    this.#open.push(this.root);
  }

  /** Opens an element in another, and closes what still is open beside it there. */
  open(type: string, within: Tag = this.root, attributes: Record<string, unknown> = {}): Tag {
    this.#closeDownTo(within);
    const tag = this.#make(type, within.id, attributes);
    within.kids.push(tag.id);
    this.#open.push(tag);
    return tag;
  }

  /** An element of its own around what `draw` draws, all on this page. */
  mark(type: string, draw: () => void, within: Tag = this.root, attributes: Record<string, unknown> = {}): void {
    const mark = this.#leaf(type, within, entries(attributes));
    this.#pdf.addContent(`/${type} <</MCID ${mark}>> BDC`);
    draw();
    this.#pdf.addContent('EMC');
  }

  /** An element around each piece of content, many at once: the cells of a row. What is spoken must be ASCII without brackets. */
  markEach(type: string, pieces: readonly Piece[], within: Tag): void {
    const content = pieces.map((piece) => {
      const mark = this.#leaf(type, within, `/ActualText(${piece.spoken})`);
      return `/${type} <</MCID ${mark}>> BDC ${piece.content} EMC`;
    });
    this.#pdf.addContent(content.join('\n'));
  }

  /** What is no content: screen readers pass over it. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.#pdf.addContent(`/Artifact <</Type /${type}>> BDC`);
    draw();
    this.#pdf.addContent('EMC');
  }

  /** To be called before the page is turned: what stood on it is written. */
  endPage(): void {
    if (this.#parents.length === 0) return;
    const id = this.#objects.reserve();
    this.#objects.write(id, `[${this.#parents.map((parent) => `${parent} 0 R`).join(' ')}]`);
    const key = this.#pdf.page.structParentTreeKey;
    this.#pdf.getStructParentTree().add(key, new Written(id));
    this.#parents = [];
  }

  /** Closes everything. To be called before the document ends. */
  end(): void {
    this.endPage();
    this.#closeDownTo(null);
    this.#objects.end();
  }

  /** Writes an element with one piece of this page's content in it; answers the number of its mark. */
  #leaf(type: string, within: Tag, attributes: string): number {
    this.#closeDownTo(within);
    const { page } = this.#pdf;
    // The page's place in the tree is made when it is first asked for.
    if (this.#parents.length === 0) void page.structParentTreeKey;
    const mark = this.#parents.length;
    const id = this.#objects.reserve();
    this.#objects.write(id, `<</S/${type}/P ${within.id} 0 R/Pg ${page.dictionary.id} 0 R/K ${mark}${attributes}>>`);
    within.kids.push(id);
    this.#parents.push(id);
    return mark;
  }

  #make(type: string, parent: number, attributes: Record<string, unknown> = {}): Tag {
    return { id: this.#objects.reserve(), head: `/S/${type}/P ${parent} 0 R${entries(attributes)}`, kids: [] };
  }

  #closeDownTo(keep: Tag | null): void {
    if (keep && this.#open.at(-1) !== keep && !this.#open.includes(keep))
      throw new Error('The structure element is closed already');
    for (let last = this.#open.at(-1); last && last !== keep; last = this.#open.at(-1)) {
      this.#objects.write(last.id, `<<${last.head}/K[${last.kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`);
      this.#open.pop();
    }
  }
}

const entries = (of: Record<string, unknown>): string =>
  Object.entries(of)
    .map(([key, value]) => `/${key} ${written(value)}`)
    .join('');

/** A value as it stands in a file: text as a name, a `String` as a string, as with pdfkit. */
function written(value: unknown): string {
  if (typeof value === 'string') return `/${value}`;
  if (typeof value === 'number') return String(value);
  if (value instanceof String) return textString(String(value));
  if (typeof value === 'object' && value !== null) return `<<${entries(value as Record<string, unknown>)}>>`;
  throw new Error('A structure element cannot hold that.');
}

/** UTF-16 in hex (ISO 32000-1, 7.9.2.2): any script, and nothing to be escaped. */
const textString = (text: string): string => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
};
