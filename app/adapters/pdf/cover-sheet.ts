import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import type { CopyMarks } from '#app/adapters/pdf/header-footer.ts';
import { oxfordRule } from '#app/adapters/pdf/drawing.ts';
import { measure, paper, type } from '#app/adapters/pdf/colours.ts';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';
import { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';
import type { Style } from '#app/adapters/pdf/type/typesetter.ts';

const warned = { ...type.title, color: '#a0221c' } satisfies Style;
const because = {
  following:
    'The pages that follow are those of the original. They could not be marked one by one, so this sheet speaks ' +
    'for all of them: keep it with them.',
  attached:
    'The file carries signatures of others, so it is not changed: it is attached to this sheet as it is. Open it ' +
    'from the list of attachments.',
} as const;

/** One A4 page that carries what the margin of each page would say. Equal marks give equal bytes. */
export async function drawCoverSheet(
  { name, status, taken, warning }: CopyMarks,
  pages: keyof typeof because,
): Promise<Buffer> {
  const document = new PDFKit({
    size: 'A4',
    margin: 0,
    compress: true,
    font: '',
    info: { CreationDate: new Date(0) },
  });
  const { kicker, title, subtitle, text } = type;
  const kind = 'Controlled copy';
  const texts = [kind, name, status, taken, because[pages], warning?.words ?? ''];
  const set = new Typesetter(document, await openFontSet([kicker, title, subtitle, text], texts));
  const written = buffer(document);
  const left = paper.margin;
  let y = set.write(kind, left, paper.margin, measure, kicker);
  y = set.write(name, left, y + 2, measure, title);
  y = set.write(status, left, y + 2, measure, subtitle);
  y = oxfordRule(document, left, y + 10, measure) + 18;
  if (warning) y = set.write(warning.words, left, y, measure, warned) + 12;
  y = set.write(taken, left, y, measure, text) + 8;
  set.write(because[pages], left, y, measure, text);
  document.end();
  return written;
}
