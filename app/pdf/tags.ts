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
  end(): void;
}

/** The parts of pdfkit that write structure; its types leave them out. */
interface Internals {
  page: { dictionary: Reference; structParentTreeKey: number };
  ref(data: unknown): Reference;
  addContent(content: string): void;
  getStructTreeRoot(): Reference;
  getStructParentTree(): { get(key: number): unknown[]; add(key: number, value: unknown): void };
}

/** A structure element that others or marked content may still join. */
export interface Tag {
  readonly written: Written;
  readonly reference: Reference;
  readonly kids: unknown[];
}

/**
 * The structure of a tagged PDF (ISO 32000-1, 14.7), written as it is closed: pdfkit's own elements stay in memory until the end, which a
 * table of a million cells would not survive. Elements are opened and closed like brackets.
 */
export class Tags {
  readonly #pdf: Internals;
  readonly #open: Tag[] = [];
  readonly root: Tag;
  #parents: unknown[] | null = null;
  #pageKey = 0;

  constructor(document: PDFKit.PDFDocument) {
    this.#pdf = document as unknown as Internals;
    const tree = this.#pdf.getStructTreeRoot();
    this.root = this.#make('Document', tree);
    tree.data.K = [this.root.written];
    this.#open.push(this.root);
  }

  /** Opens an element in another, and closes what still is open beside it there. */
  open(type: string, within: Tag = this.root, attributes: Record<string, unknown> = {}): Tag {
    this.#closeDownTo(within);
    const tag = this.#make(type, within.written, attributes);
    within.kids.push(tag.written);
    this.#open.push(tag);
    return tag;
  }

  /** An element of its own around what `draw` draws, all on this page. */
  mark(type: string, draw: () => void, within: Tag = this.root, attributes: Record<string, unknown> = {}): void {
    this.#closeDownTo(within);
    const { dictionary } = this.#pdf.page;
    const parents = this.#parentsOfPage();
    const mark = parents.length;
    const reference = this.#pdf.ref({
      S: type,
      P: within.written,
      Pg: new Written(dictionary.id),
      K: mark,
      ...attributes,
    });
    const written = new Written(reference.id);
    reference.end();
    within.kids.push(written);
    parents.push(written);
    this.#pdf.addContent(`/${type} <</MCID ${mark}>> BDC`);
    draw();
    this.#pdf.addContent('EMC');
  }

  /** What is no content: screen readers pass over it. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.#pdf.addContent(`/Artifact <</Type /${type}>> BDC`);
    draw();
    this.#pdf.addContent('EMC');
  }

  /** To be called before the page is turned: what stood on it is written. */
  endPage(): void {
    if (!this.#parents) return;
    const list = this.#pdf.ref(this.#parents);
    list.end();
    this.#pdf.getStructParentTree().add(this.#pageKey, new Written(list.id));
    this.#parents = null;
  }

  /** Closes everything. */
  end(): void {
    this.endPage();
    this.#closeDownTo(null);
  }

  #make(type: string, parent: unknown, attributes: Record<string, unknown> = {}): Tag {
    const reference = this.#pdf.ref({ S: type, P: parent, ...attributes });
    return { reference, written: new Written(reference.id), kids: [] };
  }

  #closeDownTo(keep: Tag | null): void {
    if (keep && !this.#open.includes(keep)) throw new Error('The structure element is closed already');
    for (let last = this.#open.at(-1); last && last !== keep; last = this.#open.at(-1)) {
      last.reference.data.K = last.kids;
      last.reference.end();
      // Written: pdfkit would keep the list for as long as the document.
      last.reference.data = {};
      this.#open.pop();
    }
  }

  #parentsOfPage(): unknown[] {
    if (!this.#parents) {
      this.#pageKey = this.#pdf.page.structParentTreeKey;
      this.#parents = this.#pdf.getStructParentTree().get(this.#pageKey);
    }
    return this.#parents;
  }
}
