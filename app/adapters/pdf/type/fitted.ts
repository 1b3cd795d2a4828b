import type { Line, Style, Typesetter } from './typesetter.ts';

/** A text on one line, shortened with an ellipsis. */
export function oneLine(set: Typesetter, text: string, style: Style, width: number): Line[] {
  let shown = text;
  for (let letters = Array.from(text); letters.length > 1 && set.widthOf(shown, style) > width;) {
    letters = letters.slice(0, -1);
    shown = `${letters.join('').trimEnd()}…`;
  }
  return set.lines(shown, style, Number.POSITIVE_INFINITY);
}

/** A text on at most this many lines, shortened with an ellipsis. */
export function fewLines(set: Typesetter, text: string, style: Style, width: number, room: number): Line[] {
  if (room <= 1) return oneLine(set, text, style, width);
  let lines = set.lines(text, style, width);
  for (let letters = Array.from(text); letters.length > 1 && lines.length > room;) {
    letters = letters.slice(0, -1);
    lines = set.lines(`${letters.join('').trimEnd()}…`, style, width);
  }
  return lines;
}
