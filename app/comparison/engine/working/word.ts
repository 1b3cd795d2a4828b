import { Parser } from 'htmlparser2';
import type { Zip } from '#app/adapters/storage/content/zip.ts';
import { BlockCollector, type Block } from './blocks.ts';

/** What is no text of the file: removed words of tracked changes, copies for older programs. */
const skipped = new Set(['w:del', 'w:moveFrom', 'w:delText', 'mc:Fallback']);
const spaces = new Set(['w:tab', 'w:br', 'w:cr']);
/** Fields whose saved result changes with the pages. */
const pageField = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

/** Styles of headings: Word keeps their English names in every language. */
function headingStyles(xml: string): Set<string> {
  const styles = new Set<string>();
  let id = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:style') id = attributes['w:styleId'] ?? '';
        if (name === 'w:name' && /^(?:heading \d|title)$/i.test(attributes['w:val'] ?? '')) styles.add(id);
        if (name === 'w:outlineLvl' && Number(attributes['w:val']) < 9) styles.add(id);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return styles;
}

function readPart(xml: string, headings: ReadonlySet<string>): Block[] {
  const collector = new BlockCollector();
  let skipping = 0;
  let isText = false;
  let isInstruction = false;
  /** The instructions of the open fields, and whether their saved result is read. */
  const fields: { instruction: string; isResult: boolean }[] = [];
  const isHidden = () => fields.some(({ instruction, isResult }) => isResult && pageField.test(instruction));
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipping > 0 || skipped.has(name)) {
          skipping++;
          return;
        }
        const value = attributes['w:val'] ?? '';
        if (name === 'w:t') isText = true;
        else if (name === 'w:instrText') isInstruction = true;
        else if (name === 'w:p') collector.openParagraph(false);
        else if (name === 'w:pStyle' && headings.has(value)) collector.markHeading();
        else if (name === 'w:fldSimple') fields.push({ instruction: attributes['w:instr'] ?? '', isResult: true });
        else if (name === 'w:fldChar') changeField(attributes['w:fldCharType']);
        else if (spaces.has(name)) collector.addText(' ');
        else if (name === 'w:noBreakHyphen') collector.addText('-');
        else if (name === 'w:tbl') collector.openTable();
        else if (name === 'w:tr') collector.openRow();
        else if (name === 'w:tc') collector.openCell();
        else if (name === 'w:gridSpan') collector.widenCell(Number(value));
      },
      ontext(text) {
        if (skipping > 0) return;
        const field = fields.at(-1);
        if (isInstruction && field) field.instruction += text;
        else if (isText && !isHidden()) collector.addText(text);
      },
      onclosetag(name) {
        if (skipping > 0) skipping--;
        else if (name === 'w:t') isText = false;
        else if (name === 'w:instrText') isInstruction = false;
        else if (name === 'w:p') collector.closeParagraph();
        else if (name === 'w:fldSimple') fields.pop();
        else if (name === 'w:tbl') collector.closeTable();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return collector.blocks;

  function changeField(kind: string | undefined): void {
    if (kind === 'begin') fields.push({ instruction: '', isResult: false });
    else if (kind === 'end') fields.pop();
    else if (fields.length > 0) fields.at(-1)!.isResult = true;
  }
}

const named = (text: string): Block => ({ text, isHeading: true, cell: null });

/** The paragraphs of a Word file: its text, then notes, then headers and footers. */
export async function readWord(zip: Zip): Promise<Block[]> {
  const headings = headingStyles((await zip.text('word/styles.xml')) ?? '');
  const read = async (pattern: RegExp): Promise<Block[]> => {
    const blocks: Block[] = [];
    for (const name of zip.names.filter((one) => pattern.test(one)).toSorted())
      blocks.push(...readPart((await zip.text(name)) ?? '', headings));
    return blocks.filter(({ text }) => text.trim() !== '');
  };
  const text = await read(/^word\/document\.xml$/i);
  if (text.length === 0) throw new Error('The file holds no text');
  const notes = await read(/^word\/(?:footnotes|endnotes)\.xml$/i);
  const margins = await read(/^word\/(?:header|footer)\d*\.xml$/i);
  return [
    ...text,
    ...(notes.length > 0 ? [named('Notes'), ...notes] : []),
    ...(margins.length > 0 ? [named('Headers and footers'), ...margins] : []),
  ];
}
