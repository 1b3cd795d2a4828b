import { encode } from 'uqr';
import { drawRosette, groupHex } from '#app/ui/rosette/rosette.ts';
import { ink } from '#app/adapters/pdf/colours.ts';
import type { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';

/** The Oxford rule closes a masthead: a thick line over a thin one. Gives back the y below it. */
export function oxfordRule(document: PDFKit.PDFDocument, x: number, y: number, width: number): number {
  document.rect(x, y, width, 2.1).fill(ink.record);
  document.rect(x, y + 4.2, width, 0.7).fill(ink.record);
  return y + 4.9;
}

export function rule(
  document: PDFKit.PDFDocument,
  x: number,
  y: number,
  width: number,
  color: string = ink.record,
): void {
  document.rect(x, y, width, 0.7).fill(color);
}

/** What `rosette` writes with. */
export const rosetteType = {
  centre: { typeface: 'serif', weight: 400, size: 9.5, leading: 12, color: ink.rosette },
  rim: { typeface: 'mono', weight: 400, size: 7.6, leading: 8, color: ink.rosette },
} as const;

/**
 * The rosette of a file (SHA-256 in hex) in a square of `size` points, with its fingerprint around and a word within.
 * All of it is drawn: the fingerprint as text stands beside it.
 */
export function rosette(
  set: Typesetter,
  sha256: string,
  { x, y, size, centre = '', rim = false }: { x: number; y: number; size: number; centre?: string; rim?: boolean },
): void {
  const { document } = set;
  const scale = size / 200;
  document.save().translate(x, y).scale(scale);
  document.lineWidth(0.6 / scale).strokeColor(ink.rosette);
  document.circle(100, 100, 99).stroke();
  document.circle(100, 100, rim ? 90 : 95.5).stroke();
  if (centre) document.circle(100, 100, 22).stroke();
  document
    .save()
    .scale(0.05)
    .lineWidth(0.3 / scale / 0.05)
    .lineJoin('round');
  document.path(drawRosette(sha256)).stroke();
  document.restore();
  if (rim) rimText(set, `SHA-256 ${groupHex(sha256).toUpperCase()}`);
  document.restore();
  if (!centre) return;
  const style = rosetteType.centre;
  set.outline(centre, x + size / 2, y + size / 2 + style.size * 0.34, style);
}

/** Spreads a text evenly around the rim, from the top clockwise, as the rosette’s SVG does with `textLength`. */
function rimText(set: Typesetter, text: string): void {
  const radius = 92.6;
  const arc = 574 / radius;
  const style = rosetteType.rim;
  const characters = Array.from(text);
  characters.forEach((character, index) => {
    const angle = ((index + 0.5) / characters.length) * arc;
    set.document
      .save()
      .translate(100, 100)
      .rotate((angle * 180) / Math.PI);
    const shrink = 6.3 / style.size;
    set.document.translate(0, -radius).scale(shrink);
    if (character !== ' ') set.outline(character, 0, 0, style);
    set.document.restore();
  });
}

/** A QR code (ISO/IEC 18004, error correction M) in a square of `size` points. */
export function qrCode(document: PDFKit.PDFDocument, text: string, x: number, y: number, size: number): void {
  const { data } = encode(text, { ecc: 'M', border: 0 });
  const unit = size / data.length;
  data.forEach((row, line) => {
    row.forEach((dark, column) => {
      if (dark) document.rect(x + column * unit, y + line * unit, unit * 1.02, unit * 1.02);
    });
  });
  document.fill(ink.record);
}
