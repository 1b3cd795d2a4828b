import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';
import { Typesetter, type Style } from '#app/adapters/pdf/type/typesetter.ts';

const style: Style = { typeface: 'sans', weight: 400, size: 10, leading: 14, color: '#000000' };

/** What a line of text looks like from left to right, signs as they are drawn. */
async function drawn(text: string, english = false): Promise<string> {
  const set = new Typesetter(new PDFDocument(), await openFontSet([style], [text]));
  const [line] = set.lines(text, style, Number.POSITIVE_INFINITY, english);
  return line!.pieces.map((piece) => piece.text).join('');
}

test.each([
  ['signs beside each other in a right-to-left name', 'محمد (QA), Author', 'Author ,(QA) محمد'],
  ['a sign alone in one', 'נועה (QA)', '(QA) נועה'],
  ['signs in a left-to-right name', 'Noor (QA), Author', 'Noor (QA), Author'],
])('%s stand in the order of reading, brackets with the right face', async (_, text, visual) => {
  expect(await drawn(text)).toBe(visual);
});

test('an English sentence is read from left to right, also where it begins with a right-to-left name', async () => {
  expect(await drawn('נועה signed version 1.0', true)).toBe('נועה signed version 1.0');
  expect(await drawn('נועה signed version 1.0')).toBe('signed version 1.0 נועה');
});

test.each(['نועה', 'Noor'])('%s stands at the left of its column', async (name) => {
  const document = new PDFDocument({ compress: false });
  const written = buffer(document);
  const set = new Typesetter(document, await openFontSet([style], [name]));
  set.write(name, 100, 100, 300, style);
  document.end();
  const places = (await written).toString('latin1').matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g);
  expect(Number([...places][0]?.[1])).toBe(100);
});

test.each([
  ['Template - QA - 033-01', ['Template - QA -', '033-01']],
  ['in the Hohenzollern-Sigmaringen', ['in the Hohenzollern-', 'Sigmaringen']],
])('%s is broken at a hyphen only where no number follows', async (text, wanted) => {
  const set = new Typesetter(new PDFDocument(), await openFontSet([style], [text]));
  const lines = set.lines(text, style, set.widthOf(text.slice(0, -2), style));
  expect(lines.map(({ pieces }) => pieces.map((piece) => piece.text).join(''))).toEqual(wanted);
});
