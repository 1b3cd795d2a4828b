import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { PDFDocument, PDFName, PDFNumber, type PDFRef } from 'pdf-lib';
import PDFKit from 'pdfkit';

const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const office = 'application/vnd.openxmlformats-officedocument';

/** A small Office Open XML package whose main part has this content type. */
export const officeFile = (contentType: string): Buffer =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default ` +
          'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override ' +
          `PartName="/main.xml" ContentType="${contentType}"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>`,
      ),
      'main.xml': strToU8(`${xml}<document>${'A sentence of the procedure. '.repeat(2000)}</document>`),
    }),
  );

export const openDocument = (type: string): Buffer =>
  Buffer.from(
    zipSync({
      mimetype: [strToU8(`application/vnd.oasis.opendocument.${type}`), { level: 0 }],
      'content.xml': strToU8(`${xml}<office:document-content/>`),
    }),
  );

export const flatOpenDocument = (type: string): Buffer =>
  Buffer.from(
    `${xml}\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${type}"><office:body>${'A sentence. '.repeat(50)}</office:body></office:document>\n`,
  );

export const iWork = (...parts: string[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(parts.map((name) => [name, strToU8('iwa')]))));

/** A compound file (MS-CFB) with one directory sector that names these streams. */
export function compoundFile(...streams: string[]): Buffer {
  const bytes = Buffer.alloc(512 * 4);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.fill(0xff, 68, 512);
  bytes.writeUInt32LE(0, 76);
  bytes.fill(0xff, 512, 1024);
  bytes.writeUInt32LE(0xffff_fffd, 512);
  bytes.writeUInt32LE(0xffff_fffe, 516);
  ['Root Entry', ...streams].forEach((name, index) => {
    const at = 1024 + index * 128;
    bytes.write(name, at, 'utf16le');
    bytes.writeUInt16LE((name.length + 1) * 2, at + 64);
    bytes.writeUInt8(index === 0 ? 5 : 2, at + 66);
    bytes.fill(0xff, at + 68, at + 80);
    bytes.writeUInt32LE(0xffff_fffe, at + 116);
  });
  return bytes;
}

export const docx = officeFile(`${office}.wordprocessingml.document.main+xml`);

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A PDF with an index table, written by pdfkit. */
export async function pdfWithTable(pages = 2, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFKit({ autoFirstPage: false, ...options });
  const written = buffer(document);
  for (let page = 1; page <= pages; page++) document.addPage().fontSize(24).text(`Procedure, page ${page}`);
  document.end();
  return written;
}

/** A PDF with an index stream and object streams, written by pdf-lib. */
export async function pdfWithStreams(pages = 3): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page++) document.addPage([595, 842]).drawText(`Procedure, page ${page}`);
  return Buffer.from(await document.save({ useObjectStreams: true }));
}

/** A document of empty pages, at most `each` of them on one node of its page tree. */
export async function pageTree(pages: number, each: number): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const root = document.catalog.get(PDFName.of('Pages'));
  const nodes: PDFRef[] = [];
  for (let from = 0; from < pages; from += each) {
    const Count = Math.min(each, pages - from);
    const node = document.context.nextRef();
    const page = { Type: 'Page', Parent: node, MediaBox: [0, 0, 200, 200], Resources: {} };
    const Kids = Array.from({ length: Count }, () => document.context.register(document.context.obj(page)));
    document.context.assign(node, document.context.obj({ Type: 'Pages', Parent: root, Kids, Count }));
    nodes.push(node);
  }
  nodes.forEach((node) => document.catalog.Pages().Kids().push(node));
  document.catalog.Pages().set(PDFName.of('Count'), PDFNumber.of(pages));
  return document;
}

export const mainParts: Record<string, string> = {
  docx: `${office}.wordprocessingml.document.main+xml`,
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  dotx: `${office}.wordprocessingml.template.main+xml`,
  pptx: `${office}.presentationml.presentation.main+xml`,
  pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
  ppsx: `${office}.presentationml.slideshow.main+xml`,
  potx: `${office}.presentationml.template.main+xml`,
  thmx: `${office}.themeManager+xml`,
  xlsx: `${office}.spreadsheetml.sheet.main+xml`,
  xltx: `${office}.spreadsheetml.template.main+xml`,
};

/** A PDF with an index in `sections` streams; each names a million objects `ranges` times. */
export function indexStream(widths: string, data: Buffer, ranges: number, sections = 1): Buffer {
  const packed = deflateSync(data, { level: 1 });
  const index = ranges > 0 ? '0 1000000 '.repeat(ranges) : '0 1';
  const parts = [Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n')];
  let [end, start] = [parts[0]?.length ?? 0, 0];
  for (let n = 0; n < sections; n++) {
    const previous = start > 0 ? `/Prev ${start}` : '';
    const head = `5 0 obj\n<</Type/XRef/Size 9${widths}/Index[${index}]/Root 1 0 R${previous}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
    const section = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')]);
    parts.push(section);
    [start, end] = [end, end + section.length];
  }
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}
