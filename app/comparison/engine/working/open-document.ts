import { Parser } from 'htmlparser2';
import { BlockCollector, type Block } from './blocks.ts';

/** What is no text of the file: removed words of tracked changes, comments, numbers of pages and notes. */
const skipped = new Set([
  'text:tracked-changes',
  'office:annotation',
  'text:page-number',
  'text:page-count',
  'text:note-citation',
  'svg:title',
  'svg:desc',
]);
const spaces = new Set(['text:s', 'text:tab', 'text:line-break']);
/** The parts of the file that hold text: body, headers and footers. */
const holding = new Set(['office:text', 'style:header', 'style:footer']);

/** The paragraphs of OpenDocument XML: of a flat file, or of the parts `content.xml` and `styles.xml`. */
export function readOpenDocument(...parts: string[]): Block[] {
  const collector = new BlockCollector();
  for (const xml of parts) readPart(xml, collector);
  const blocks = collector.blocks.filter(({ text }) => text.trim() !== '');
  if (blocks.length === 0) throw new Error('The file holds no text');
  return blocks;
}

function readPart(xml: string, collector: BlockCollector): void {
  let skipping = 0;
  let within = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipping > 0 || skipped.has(name)) {
          skipping++;
          return;
        }
        if (holding.has(name)) within++;
        if (within === 0) return;
        if (name === 'text:p' || name === 'text:h') collector.openParagraph(name === 'text:h');
        else if (spaces.has(name)) collector.addText(' ');
        else if (name === 'table:table') collector.openTable();
        else if (name === 'table:table-row') collector.openRow();
        else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
          collector.openCell();
          collector.widenCell(Number(attributes['table:number-columns-repeated'] ?? 1));
        }
      },
      ontext(text) {
        if (skipping === 0 && within > 0) collector.addText(text);
      },
      onclosetag(name) {
        if (skipping > 0) {
          skipping--;
          return;
        }
        if (holding.has(name)) within--;
        if (within === 0) return;
        if (name === 'text:p' || name === 'text:h') collector.closeParagraph();
        else if (name === 'table:table') collector.closeTable();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}
