import { createHash } from 'node:crypto';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFObjectCopier, PDFRawStream, PDFRef } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import { layOut, n, stripsAround, uprightMatrix, type CopyLayout } from '#app/adapters/pdf/copy-layout.ts';
import { Bands, type Band, type CopyMarks } from '#app/adapters/pdf/header-footer.ts';
import { pageFrames } from '#app/adapters/pdf/page-geometry.ts';
import type { Box, PageFrame } from '#app/adapters/pdf/page-geometry.ts';
import { ShrunkObjects } from '#app/adapters/pdf/shrunk-objects.ts';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import type { PdfUpdate } from '#app/adapters/pdf/update.ts';

/** A longer PDF is not marked page by page. */
export const mostStampedPages = 5000;

/** A page may close more than it opens: so many times, and it is still held to what was visible of it. */
const guarded = 16;

/** Of an annotation: printed, not to be changed, moved or written into (ISO 32000-1, table 165). */
const fixed = 4 + 64 + 128 + 512;

const grounds = { stop: '0.627 0.133 0.11', wait: '0.467 0.278 0.012' } as const;

/**
 * Marks every page in a band at its foot, and for a warning also at its head, as the page is turned when it is shown.
 * The page keeps its size: its content becomes smaller where the bands are, so that nothing of it is covered. Throws
 * `UnsoundPdf` where the pages can't be followed or are more than `mostStampedPages`. Answers the first page.
 */
export async function stampPages(update: PdfUpdate, marks: CopyMarks): Promise<PDFRef> {
  if (update.original.pages > mostStampedPages) throw new UnsoundPdf('broken', 'There are too many pages');
  const bands = await Bands.open(marks);
  const pages: [PageFrame, CopyLayout][] = [];
  for await (const frame of pageFrames(update)) {
    if (pages.push([frame, layOut(frame, bands)]) > mostStampedPages)
      throw new UnsoundPdf('broken', 'There are too many pages');
  }
  const [first] = pages;
  if (!first) throw new UnsoundPdf('broken', 'There are no pages');
  const stamper = await Stamper.prepare(update, await bands.pdf(), marks);
  for (const [frame, layout] of pages) await stamper.stamp(frame, layout);
  return first[0].ref;
}

class Stamper {
  readonly #resources = new Map<string, PDFRef>();
  readonly #faces = new Map<string, PDFRef>();
  readonly #contents = new Map<string, [before: PDFRef, after: PDFRef]>();
  readonly #shrunk: ShrunkObjects;

  private constructor(
    private readonly update: PdfUpdate,
    private readonly forms: readonly PDFRef[],
    private readonly tone: keyof typeof grounds | null,
    /** What the names of the bands begin with: a copy of a copy keeps both. */
    private readonly prefix: string,
  ) {
    this.#shrunk = new ShrunkObjects(update);
  }

  static async prepare(update: PdfUpdate, pdf: Buffer, marks: CopyMarks): Promise<Stamper> {
    const source = await PDFDocument.load(pdf, { updateMetadata: false });
    const copier = PDFObjectCopier.for(source.context, update.context);
    const forms = source.getPages().map(({ node }) => {
      const content = node.Contents();
      const drawn = content instanceof PDFArray ? content.lookup(0) : content;
      if (!(drawn instanceof PDFRawStream)) throw new Error('A band has no content');
      const dict = update.copyOf(copier.copy(drawn).dict);
      dict.set(PDFName.of('Type'), PDFName.of('XObject'));
      dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
      dict.set(PDFName.of('BBox'), copier.copy(node.MediaBox()));
      const resources = node.Resources();
      if (resources) dict.set(PDFName.of('Resources'), copier.copy(resources));
      return update.context.register(PDFRawStream.of(dict, drawn.contents));
    });
    const prefix = `Copy${createHash('sha256').update(pdf).digest('hex').slice(0, 12)}n`;
    return new Stamper(update, forms, marks.warning?.tone ?? null, prefix);
  }

  async stamp(frame: PageFrame, layout: CopyLayout): Promise<void> {
    const { update } = this;
    const page = update.copyOf(frame.dict);
    page.set(PDFName.of('Resources'), await this.#resourcesOf(frame, layout));
    page.set(PDFName.of('Contents'), await this.#contentsOf(frame, layout));
    const annotations = await update.current(frame.dict.get(PDFName.of('Annots')));
    if (annotations instanceof PDFArray && annotations.size() > 0)
      page.set(PDFName.of('Annots'), await this.#annotationsOf(annotations, frame, layout));
    update.replace(frame.ref, page);
  }

  async #contentsOf(frame: PageFrame, layout: CopyLayout): Promise<PDFArray> {
    const { update } = this;
    const key = [...Object.values(frame.visible), frame.rotation].join(' ');
    const known = this.#contents.get(key);
    const around = known ?? [
      update.context.register(contentStream(update, this.#drawing(frame, layout))),
      update.context.register(contentStream(update, `\n${'Q '.repeat(guarded)}\n`)),
    ];
    if (!known) this.#contents.set(key, around);
    const contents = PDFArray.withContext(update.context);
    contents.push(around[0]);
    for (const part of await this.#ownContents(frame.dict.get(PDFName.of('Contents')))) contents.push(part);
    contents.push(around[1]);
    return contents;
  }

  async #ownContents(given: PDFObject | undefined): Promise<PDFObject[]> {
    if (given === undefined) return [];
    if (given instanceof PDFRef && !(await this.update.original.structure.isArray(given))) return [given];
    const found = await this.update.current(given);
    return found instanceof PDFArray ? found.asArray() : [];
  }

  /**
   * The bands first, where nothing of the page has changed how things are drawn; then the page, held to what was
   * visible of it.
   */
  #drawing(frame: PageFrame, layout: CopyLayout): string {
    const { inner, shrink } = layout;
    const { scale, dx, dy } = shrink;
    const held = `${rectangle(inner)} re W n ${n6(scale)} 0 0 ${n6(scale)} ${n(dx)} ${n(dy)} cm`;
    return ['/Artifact BMC', this.#bandsDrawn(frame, layout), 'EMC', `q ${held} ${'q '.repeat(guarded - 1)}\n`].join(
      '\n',
    );
  }

  #bandsDrawn(frame: PageFrame, { band: { foot, head }, wide, high, scale, below, above }: CopyLayout): string {
    const drawn = (page: number, y: number) =>
      `q ${n6(scale)} 0 0 ${n6(scale)} 0 ${n(y)} cm /${this.prefix}${page} Do Q`;
    const ops = ['q', `${uprightMatrix(frame)} cm`];
    ops.push(`1 g 0 0 ${n(wide)} ${n(below)} re f`);
    ops.push(`0.53 g 0 ${n(below - 0.5 * scale)} ${n(wide)} ${n(0.5 * scale)} re f`);
    ops.push(drawn(foot.page, 0));
    if (head && this.tone) {
      ops.push(`${grounds[this.tone]} rg 0 ${n(high - above)} ${n(wide)} ${n(above)} re f`);
      ops.push(drawn(head.page, high - above));
    }
    ops.push('Q');
    return ops.join('\n');
  }

  /**
   * The page's annotations with what is around its content once more as the last of them: annotations are drawn over
   * everything else, and one that reaches beyond the page's edge would lie over the bands there.
   */
  async #annotationsOf(given: PDFArray, frame: PageFrame, layout: CopyLayout): Promise<PDFArray> {
    const annotations = PDFArray.withContext(this.update.context);
    for (const item of await this.#shrunk.annotations(given, layout.shrink)) annotations.push(item);
    for (const rect of stripsAround(layout.inner, frame.visible))
      annotations.push(this.#bandAnnotation(rect, frame, layout));
    return annotations;
  }

  #bandAnnotation(rect: Box, frame: PageFrame, layout: CopyLayout): PDFRef {
    const { update } = this;
    const faces = PDFDict.withContext(update.context);
    faces.set(PDFName.of('N'), this.#faceOf(rect, frame, layout));
    const annotation = PDFDict.withContext(update.context);
    annotation.set(PDFName.of('Type'), PDFName.of('Annot'));
    annotation.set(PDFName.of('Subtype'), PDFName.of('Stamp'));
    annotation.set(PDFName.of('Rect'), boxArray(update, rect));
    annotation.set(PDFName.of('F'), PDFNumber.of(fixed));
    annotation.set(PDFName.of('P'), frame.ref);
    annotation.set(PDFName.of('AP'), faces);
    return update.context.register(annotation);
  }

  /** In the page's own units, like its rectangle: nothing is turned or scaled between the two. */
  #faceOf(rect: Box, frame: PageFrame, layout: CopyLayout): PDFRef {
    const { update } = this;
    const key = [...Object.values(rect), ...Object.values(frame.visible), frame.rotation].join(' ');
    const known = this.#faces.get(key);
    if (known) return known;
    const named = PDFDict.withContext(update.context);
    this.#nameForms(named, layout.band);
    const resources = PDFDict.withContext(update.context);
    resources.set(PDFName.of('XObject'), named);
    const face = contentStream(update, `1 g ${rectangle(rect)} re f\n${this.#bandsDrawn(frame, layout)}`);
    face.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
    face.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
    face.dict.set(PDFName.of('BBox'), boxArray(update, rect));
    face.dict.set(PDFName.of('Resources'), resources);
    const ref = update.context.register(face);
    this.#faces.set(key, ref);
    return ref;
  }

  #nameForms(named: PDFDict, { foot, head }: Band): void {
    for (const part of [foot, head]) {
      const form = part && this.forms[part.page];
      if (part && form) named.set(PDFName.of(`${this.prefix}${part.page}`), form);
    }
  }

  /** The page's resources with the bands among them; pages that share theirs and their layout go on sharing. */
  async #resourcesOf({ resources }: PageFrame, { band, shrink }: CopyLayout): Promise<PDFRef> {
    const { update } = this;
    const layout = [band.foot.page, ...Object.values(shrink)].join(' ');
    const shared = resources instanceof PDFRef ? `${resources.tag} ${layout}` : null;
    const known = shared === null ? undefined : this.#resources.get(shared);
    if (known) return known;
    const found = await update.current(resources);
    const dict = update.copyOf(found instanceof PDFDict ? found : undefined);
    const given = await update.current(dict.get(PDFName.of('XObject')));
    const named = update.copyOf(given instanceof PDFDict ? given : undefined);
    this.#nameForms(named, band);
    dict.set(PDFName.of('XObject'), named);
    const patterns = await this.#shrunk.patterns(dict.get(PDFName.of('Pattern')), shrink);
    if (patterns) dict.set(PDFName.of('Pattern'), patterns);
    const ref = update.context.register(dict);
    if (shared !== null) this.#resources.set(shared, ref);
    return ref;
  }
}

const n6 = (value: number): string => value.toFixed(6);
const rectangle = ({ left, bottom, right, top }: Box): string =>
  `${n(left)} ${n(bottom)} ${n(right - left)} ${n(top - bottom)}`;

const contentStream = (update: PdfUpdate, ops: string): PDFRawStream => {
  const dict = PDFDict.withContext(update.context);
  const bytes = Buffer.from(ops, 'latin1');
  dict.set(PDFName.of('Length'), PDFNumber.of(bytes.length));
  return PDFRawStream.of(dict, bytes);
};

function boxArray(update: PdfUpdate, { left, bottom, right, top }: Box): PDFArray {
  const array = PDFArray.withContext(update.context);
  for (const value of [left, bottom, right, top]) array.push(PDFNumber.of(Number(n(value))));
  return array;
}
