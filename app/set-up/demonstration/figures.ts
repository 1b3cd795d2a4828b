import { ink, type } from '#app/adapters/pdf/colours.ts';
import type { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';

/** Boxes from left to right with arrows between them. */
export function drawFlow(set: Typesetter, boxes: readonly string[], x: number, y: number, width: number): void {
  const { document } = set;
  const gap = 26;
  const box = (width - gap * (boxes.length - 1)) / boxes.length;
  boxes.forEach((words, index) => {
    const from = x + index * (box + gap);
    document.lineWidth(0.8).rect(from, y, box, 44).stroke(ink.record);
    set.write(words, from, y + 16, box, type.text, 'center');
    if (index === 0) return;
    const tip = from - 3;
    document
      .moveTo(from - gap + 3, y + 22)
      .lineTo(tip - 5, y + 22)
      .stroke(ink.record);
    document.polygon([tip, y + 22], [tip - 7, y + 18], [tip - 7, y + 26]).fill(ink.record);
  });
}

const highest = 10;

/** Monthly values as points on a line, against a dashed limit. */
export function drawPlot(
  set: Typesetter,
  { values, limit }: { values: readonly number[]; limit: string },
  x: number,
  y: number,
  width: number,
): void {
  const { document } = set;
  const [left, top, height] = [x + 22, y + 6, 112];
  const inner = width - 22;
  const placeOf = (value: number): number => top + height - (value / highest) * height;
  for (let value = 0; value <= highest; value += 2) {
    document
      .lineWidth(0.4)
      .moveTo(left, placeOf(value))
      .lineTo(left + inner, placeOf(value))
      .stroke(ink.hairline);
    set.write(String(value), x, placeOf(value) - 5, 16, type.foot, 'end');
  }
  const at = (month: number): number => left + ((month + 0.5) * inner) / values.length;
  document.lineWidth(1).moveTo(at(0), placeOf(values[0]!));
  values.forEach((value, month) => document.lineTo(at(month), placeOf(value)));
  document.stroke(ink.rosette);
  values.forEach((value, month) => document.circle(at(month), placeOf(value), 2).fill(ink.rosette));
  values.forEach((_, month) => set.write(String(month + 1), at(month) - 10, top + height + 4, 20, type.foot, 'center'));
  document
    .lineWidth(0.8)
    .dash(4, { space: 3 })
    .moveTo(left, placeOf(8))
    .lineTo(left + inner, placeOf(8))
    .stroke(ink.stop);
  document.undash();
  set.write(limit, left, placeOf(8) - 12, inner, type.note, 'end');
}
