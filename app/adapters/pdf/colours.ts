import type { Style } from '#app/adapters/pdf/type/typesetter.ts';

/** The design's colours of the light theme, used in every PDF (DESIGN.md section 2). */
export const ink = {
  record: '#12181b',
  second: '#414a4e',
  third: '#586266',
  hand: '#1c3f94',
  rosette: '#0a5a4e',
  stop: '#a0221c',
  hairline: '#bbbbbb',
  rule: '#888888',
} as const;

/** A4 in points, with the print margins of the design: 16 mm, 18 mm at the foot. */
export const paper = { width: 595.28, height: 841.89, margin: 45.35, foot: 51 } as const;
export const measure = paper.width - 2 * paper.margin;

const style = (typeface: Style['typeface'], weight: number, size: number, leading: number, color: string): Style => ({
  typeface,
  weight,
  size,
  leading,
  color,
});

/** Type on paper: one rem is 9.5 points there. */
export const type = {
  kicker: style('serif', 400, 9.5, 13.5, ink.second),
  title: style('serif', 400, 22.8, 27, ink.record),
  subtitle: style('serif', 400, 9.5, 13.5, ink.record),
  heading: style('serif', 600, 12, 16, ink.record),
  name: style('italic', 400, 17, 22, ink.hand),
  smallName: style('italic', 400, 12, 16, ink.hand),
  label: style('serif', 400, 9, 12.6, ink.second),
  fact: style('serif', 400, 9, 12.6, ink.record),
  fingerprint: style('mono', 400, 7.6, 11, ink.record),
  assertion: style('mono', 400, 5.7, 7.6, ink.second),
  small: style('sans', 400, 7.8, 11.2, ink.record),
  text: style('sans', 400, 9, 12.4, ink.record),
  strong: style('sans', 600, 9, 12.4, ink.record),
  alarm: style('sans', 600, 9, 12.4, ink.stop),
  note: style('sans', 400, 7.8, 10.8, ink.second),
  foot: style('sans', 400, 7.5, 10, ink.second),
} as const;
