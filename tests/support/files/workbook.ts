import { strToU8, zipSync } from 'fflate';

/** A cell as XML: `<c r="A1" t="inlineStr">…`. */
export const text = (r: string, says: string): string =>
  `<c r="${r}" t="inlineStr"><is><t xml:space="preserve">${says}</t></is></c>`;

/** Styles of numbers: as it is, a date, three digits, a date with its time. Others are given as number formats. */
const styles = ['general', 'date', 'zeros', 'moment'] as const;
type Style = (typeof styles)[number];
/** `style`: one of these, or the position of a format that the workbook is given. */
export const number = (r: string, value: number, style: Style | number = 'general'): string =>
  `<c r="${r}" s="${typeof style === 'number' ? styles.length + style : styles.indexOf(style)}"><v>${value}</v></c>`;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook (ECMA-376) as its parts are written by hand, so that nothing of the library that reads it is in it. */
export function workbook(
  rows: Readonly<Record<number, readonly string[]>>,
  {
    date1904 = false,
    more = {},
    formats: own = [],
  }: { date1904?: boolean; more?: Record<string, Uint8Array>; formats?: readonly string[] } = {},
): Buffer {
  const sheet = Object.entries(rows).map(([row, cells]) => `<row r="${row}">${cells.join('')}</row>`);
  const escaped = own.map((format) => format.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
  const codes = ['000', ...escaped].map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`);
  const formats = [0, 14, 164, 22, ...own.map((_, at) => 165 + at)].map(
    (id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`,
  );
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels"
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml"
      ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml"
      ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml"
      ContentType="${kind}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1"
      Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904 ? 1 : 0}"/>
      <sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1"
      Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2"
      Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.join('')}</numFmts>
      <cellXfs count="${formats.length}">${formats.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(head + xml)] as const);
  return Buffer.from(zipSync({ ...Object.fromEntries(files), ...more }));
}
