import type { Band, Bands } from '#app/adapters/pdf/header-footer.ts';
import type { Box, PageFrame } from '#app/adapters/pdf/page-geometry.ts';

/** Makes coordinates smaller and moves them: `x` becomes `scale * x + dx`. */
export interface Shrink {
  scale: number;
  dx: number;
  dy: number;
}

/** Where the bands and the page's own content stand within a page that keeps its size. */
export interface CopyLayout {
  band: Band;
  /** As the page is shown, in its own units. */
  wide: number;
  high: number;
  /** How much larger than on an A4 sheet the bands are drawn. */
  scale: number;
  /** Heights of the bands, in the page's units; the head's is 0 where there is none. */
  below: number;
  above: number;
  /**
   * What is left of the visible part for its content, and how the content comes there. In the page's own coordinates.
   */
  inner: Box;
  shrink: Shrink;
}

/** The bands take no more of a page's height than this, however small their letters become. */
const largestShare = 1 / 3;

/**
 * Lays a page out: the foot's band, for a warning also the head's, and the content between them, as large as it fits.
 */
export function layOut(frame: PageFrame, bands: Bands): CopyLayout {
  const { visible, rotation } = frame;
  const across = visible.right - visible.left;
  const up = visible.top - visible.bottom;
  const [wide, high] = rotation % 180 === 0 ? [across, up] : [up, across];
  // Large drawings are often printed small, so the band grows with the page. On a label it has several lines.
  let scale = Math.min(Math.max(Math.min(wide, high) / 595, 0.7), wide / 90);
  // Multiples of 8 points, so that pages of many sizes share a band.
  const widthAt = (drawn: number): number => Math.max(88, Math.floor(wide / drawn / 8) * 8);
  while (bands.height(widthAt(scale)) * scale > high * largestShare) scale *= 0.85;
  const band = bands.at(widthAt(scale));
  const below = band.foot.height * scale;
  const above = (band.head?.height ?? 0) * scale;
  const inner = innerBox(frame, (high - below - above) / high, below, above);
  const shrunk = (high - below - above) / high;
  const shrink = { scale: shrunk, dx: inner.left - shrunk * visible.left, dy: inner.bottom - shrunk * visible.bottom };
  return { band, wide, high, scale, below, above, inner, shrink };
}

/**
 * The visible part without the bands, at the sides that are shown as its foot and its head, and centred between the
 * others.
 */
function innerBox({ visible, rotation }: PageFrame, scale: number, below: number, above: number): Box {
  const { left, bottom, right, top } = visible;
  const beside = ((rotation % 180 === 0 ? right - left : top - bottom) * (1 - scale)) / 2;
  switch (rotation) {
    case 0:
      return { left: left + beside, bottom: bottom + below, right: right - beside, top: top - above };
    case 90:
      return { left: left + above, bottom: bottom + beside, right: right - below, top: top - beside };
    case 180:
      return { left: left + beside, bottom: bottom + above, right: right - beside, top: top - below };
    case 270:
      return { left: left + below, bottom: bottom + beside, right: right - above, top: top - beside };
  }
}

/** The strips around `inner`, which together cover the rest of `visible`. */
export function stripsAround(inner: Box, visible: Box): Box[] {
  const strips = [
    { ...visible, right: inner.left },
    { ...visible, left: inner.right },
    { ...visible, top: inner.bottom },
    { ...visible, bottom: inner.top },
  ];
  return strips.filter(({ left, bottom, right, top }) => right > left && top > bottom);
}

/** A number as a page's content writes it. */
export const n = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** Places the lower left corner of the visible part, as it is shown, at the origin, and turns upright. */
export function uprightMatrix({ visible: { left, bottom, right, top }, rotation }: PageFrame): string {
  switch (rotation) {
    case 0:
      return `1 0 0 1 ${n(left)} ${n(bottom)}`;
    case 90:
      return `0 1 -1 0 ${n(right)} ${n(bottom)}`;
    case 180:
      return `-1 0 0 -1 ${n(right)} ${n(top)}`;
    case 270:
      return `0 -1 1 0 ${n(left)} ${n(top)}`;
  }
}
