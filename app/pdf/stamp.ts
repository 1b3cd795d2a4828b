import { createHash } from 'node:crypto';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFObjectCopier, PDFRawStream, PDFRef } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import { drawBands, type Band, type CopyMarks } from '#app/pdf/header-footer.ts';
import { withoutHidden } from '#app/pdf/hidden-annotations.ts';
import { pageFrames } from '#app/pdf/page-geometry.ts';
import type { Box, PageFrame } from '#app/pdf/page-geometry.ts';
import { UnsoundPdf } from '#app/pdf/structure.ts';
import type { PdfUpdate } from '#app/pdf/update.ts';

/** A longer PDF is not marked page by page. */
export const mostStampedPages = 5000;

/** A page may close more than it opens: so many times, and it is still held to what was visible of it. */
const guarded = 8;

/** Of an annotation: printed, not to be changed, moved or written into (ISO 32000-1, table 165). */
const fixed = 4 + 64 + 128 + 512;

const grounds = { stop: '0.627 0.133 0.11', wait: '0.467 0.278 0.012' } as const;

/**
 * Marks every page in a band that is added to it: below, and for a warning also above, as the page is turned when it is shown. Nothing of
 * the page is covered; what it shows beyond its visible part stays hidden. Throws `UnsoundPdf` where the pages can't be followed or are
 * more than `mostStampedPages`.
 */
export async function stampPages(update: PdfUpdate, marks: CopyMarks): Promise<void> {
  if (update.original.pages > mostStampedPages) throw new UnsoundPdf('broken', 'There are too many pages');
  const frames: PageFrame[] = [];
  for await (const frame of pageFrames(update)) {
    if (frames.push(frame) > mostStampedPages) throw new UnsoundPdf('broken', 'There are too many pages');
  }
  const widths = new Set(frames.map((frame) => layoutOf(frame).width));
  const { pdf, bands } = await drawBands(marks, [...widths]);
  const stamper = await Stamper.prepare(update, pdf, bands, marks);
  for (const frame of frames) await stamper.stamp(frame);
}

interface Layout {
  /** As the page is shown, in its own units. */
  wide: number;
  high: number;
  /** How much larger than on an A4 sheet the band is drawn. */
  scale: number;
  /** Of the band, before scaling: a multiple of 8 points, so that pages of many sizes share it. */
  width: number;
}

function layoutOf({ visible, rotation }: PageFrame): Layout {
  const across = visible.right - visible.left;
  const up = visible.top - visible.bottom;
  const [wide, high] = rotation % 180 === 0 ? [across, up] : [up, across];
  // Large drawings are often printed small: the band grows with the page. On a label it stays readable, in several lines.
  const scale = Math.min(Math.max(Math.min(wide, high) / 595, 0.7), wide / 90);
  return { wide, high, scale, width: Math.max(88, Math.floor(wide / scale / 8) * 8) };
}

class Stamper {
  readonly #resources = new Map<string, PDFRef>();
  readonly #faces = new Map<string, PDFRef>();
  readonly #contents = new Map<string, [before: PDFRef, after: PDFRef]>();

  private constructor(
    private readonly update: PdfUpdate,
    private readonly bands: ReadonlyMap<number, Band>,
    private readonly forms: readonly PDFRef[],
    private readonly tone: keyof typeof grounds | null,
    /** What the names of the bands begin with: a copy of a copy keeps both. */
    private readonly prefix: string,
  ) {}

  static async prepare(update: PdfUpdate, pdf: Buffer, bands: Band[], marks: CopyMarks): Promise<Stamper> {
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
    const byWidth = new Map(bands.map((band) => [band.width, band]));
    return new Stamper(update, byWidth, forms, marks.warning?.tone ?? null, prefix);
  }

  async stamp(frame: PageFrame): Promise<void> {
    const { update } = this;
    const layout = layoutOf(frame);
    const band = this.bands.get(layout.width);
    if (!band) throw new Error('A page has no band');
    const visible = extended(frame, heightOf(band.foot, layout), heightOf(band.head, layout));
    const page = update.copyOf(frame.dict);
    page.set(PDFName.of('CropBox'), boxArray(update, visible));
    page.set(PDFName.of('MediaBox'), boxArray(update, union(frame.media, visible)));
    // A trim that was not said is that of the page before the bands, for those who print.
    if (!frame.dict.has(PDFName.of('TrimBox'))) page.set(PDFName.of('TrimBox'), boxArray(update, frame.visible));
    page.set(PDFName.of('Resources'), await this.#resourcesOf(frame, band));
    page.set(PDFName.of('Contents'), await this.#contentsOf(frame, layout, band));
    const annotations = await update.current(frame.dict.get(PDFName.of('Annots')));
    if (annotations instanceof PDFArray && annotations.size() > 0) {
      const kept = (await withoutHidden(update, frame, visible)) ?? annotations;
      page.set(PDFName.of('Annots'), this.#uncovered(kept, frame, layout, band));
    }
    update.replace(frame.ref, page);
  }

  async #contentsOf(frame: PageFrame, layout: Layout, band: Band): Promise<PDFArray> {
    const { update } = this;
    const { left, bottom, right, top } = frame.visible;
    const key = [left, bottom, right, top, frame.rotation].join(' ');
    const known = this.#contents.get(key);
    const around = known ?? [
      update.context.register(contentStream(update, this.#drawing(frame, layout, band))),
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

  /** The bands first, where nothing of the page has changed how things are drawn; then the page, held to what was visible of it. */
  #drawing(frame: PageFrame, layout: Layout, band: Band): string {
    const { left, bottom, right, top } = frame.visible;
    const held = `${n(left)} ${n(bottom)} ${n(right - left)} ${n(top - bottom)} re W n`;
    return [
      '/Artifact BMC',
      this.#bandsDrawn(frame, layout, band),
      'EMC',
      `q ${held} ${'q '.repeat(guarded - 1)}\n`,
    ].join('\n');
  }

  #bandsDrawn(frame: PageFrame, layout: Layout, { foot, head }: Band): string {
    const { wide, high, scale } = layout;
    const ops = ['q', `${matrixOf(frame)} cm`];
    const below = heightOf(foot, layout);
    ops.push(`1 g ${n(0)} ${n(-below)} ${n(wide)} ${n(below)} re f`);
    ops.push(`0.53 g ${n(0)} ${n(-0.5 * scale)} ${n(wide)} ${n(0.5 * scale)} re f`);
    ops.push(`q ${n(scale)} 0 0 ${n(scale)} 0 ${n(-below)} cm /${this.prefix}${foot.page} Do Q`);
    if (head && this.tone) {
      ops.push(`${grounds[this.tone]} rg 0 ${n(high)} ${n(wide)} ${n(heightOf(head, layout))} re f`);
      ops.push(`q ${n(scale)} 0 0 ${n(scale)} 0 ${n(high)} cm /${this.prefix}${head.page} Do Q`);
    }
    ops.push('Q');
    return ops.join('\n');
  }

  /**
   * The page's annotations with the bands once more as the last of them: annotations are drawn over everything else, and one that reaches
   * beyond the page's edge would lie over the bands there.
   */
  #uncovered(given: PDFArray, frame: PageFrame, layout: Layout, band: Band): PDFArray {
    const { update } = this;
    const annotations = PDFArray.withContext(update.context);
    for (const item of given.asArray()) annotations.push(item);
    for (const rect of bandBoxes(frame, heightOf(band.foot, layout), heightOf(band.head, layout)))
      annotations.push(this.#bandAnnotation(rect, frame, layout, band));
    return annotations;
  }

  #bandAnnotation(rect: Box, frame: PageFrame, layout: Layout, band: Band): PDFRef {
    const { update } = this;
    const faces = PDFDict.withContext(update.context);
    faces.set(PDFName.of('N'), this.#faceOf(rect, frame, layout, band));
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
  #faceOf(rect: Box, frame: PageFrame, layout: Layout, band: Band): PDFRef {
    const { update } = this;
    const key = [...Object.values(rect), ...Object.values(frame.visible), frame.rotation].join(' ');
    const known = this.#faces.get(key);
    if (known) return known;
    const named = PDFDict.withContext(update.context);
    this.#nameForms(named, band);
    const resources = PDFDict.withContext(update.context);
    resources.set(PDFName.of('XObject'), named);
    const face = contentStream(update, this.#bandsDrawn(frame, layout, band));
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

  /** The page's resources with the bands among them; pages that share theirs go on sharing. */
  async #resourcesOf({ resources }: PageFrame, band: Band): Promise<PDFRef> {
    const { update } = this;
    const shared = resources instanceof PDFRef ? `${resources.tag} ${band.width}` : null;
    const known = shared === null ? undefined : this.#resources.get(shared);
    if (known) return known;
    const found = await update.current(resources);
    const dict = update.copyOf(found instanceof PDFDict ? found : undefined);
    const given = await update.current(dict.get(PDFName.of('XObject')));
    const named = update.copyOf(given instanceof PDFDict ? given : undefined);
    this.#nameForms(named, band);
    dict.set(PDFName.of('XObject'), named);
    const ref = update.context.register(dict);
    if (shared !== null) this.#resources.set(shared, ref);
    return ref;
  }
}

/** In the page's units, and whole: what was shown keeps its place among the pixels. */
const heightOf = (part: Band['head'], { scale }: Layout): number => (part ? Math.ceil(part.height * scale) : 0);

const n = (value: number): string => String(Math.round(value * 1e4) / 1e4);

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

const union = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  bottom: Math.min(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
  top: Math.max(a.top, b.top),
});

/** The visible part with room for the bands, at the sides that are shown as its foot and its head. */
function extended({ visible, rotation }: PageFrame, below: number, above: number): Box {
  const { left, bottom, right, top } = visible;
  switch (rotation) {
    case 0:
      return { left, bottom: bottom - below, right, top: top + above };
    case 90:
      return { left: left - above, bottom, right: right + below, top };
    case 180:
      return { left, bottom: bottom - above, right, top: top + below };
    case 270:
      return { left: left - below, bottom, right: right + above, top };
  }
}

/** The foot's band and, where it has a height, the head's. */
function bandBoxes(frame: PageFrame, below: number, above: number): Box[] {
  const { left, bottom, right, top } = extended(frame, below, above);
  const { visible, rotation } = frame;
  const under = { left, bottom, right, top: visible.bottom };
  const over = { left, bottom: visible.top, right, top };
  const before = { left, bottom, right: visible.left, top };
  const after = { left: visible.right, bottom, right, top };
  const [foot, head] = ({ 0: [under, over], 90: [after, before], 180: [over, under], 270: [before, after] } as const)[
    rotation
  ];
  return above > 0 ? [foot, head] : [foot];
}

/** Places the lower left corner of what was visible, as it is shown, at the origin, and turns upright. */
function matrixOf({ visible: { left, bottom, right, top }, rotation }: PageFrame): string {
  switch (rotation) {
    case 0:
      return `1 0 0 1 ${n(left)} ${n(bottom)}`;
    case 90:
      return `0 1 -1 0 ${n(right)} ${n(bottom)}`;
    case 180:
      return `-1 0 0 -1 ${n(right)} ${n(top)}`;
    case 270:
      return `0 -1 1 0 ${n(left)} ${n(top)}`;
  }
}
