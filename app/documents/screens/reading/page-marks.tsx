import { type PointerEvent, useState } from 'react';
import '#app/documents/screens/reading/viewer.css';

/** A rectangle on a page, in thousandths of its width and height. */
export type Area = { x: number; y: number; width: number; height: number };

/** What is marked on the pages, and what a drawn rectangle does; null: nothing is drawn. */
export type Marks = {
  shown: readonly { page: number; area: Area }[];
  draw: ((page: number, area: Area) => void) | null;
};

type Point = { x: number; y: number };

const within = (value: number): number => Math.round(Math.min(1000, Math.max(0, value)));

function pointOf(event: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return {
    x: within(((event.clientX - left) / width) * 1000),
    y: within(((event.clientY - top) / height) * 1000),
  };
}

const between = (a: Point, b: Point): Area => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

/** Smaller than a letter: a click that slipped. */
const isSlip = ({ width, height }: Area): boolean => width < 5 || height < 5;

/** The rectangles over the picture of one page; while drawing, the pointer makes another one. */
export function PageMarks({ page, marks: { shown, draw } }: { page: number; marks: Marks }) {
  const [from, setFrom] = useState<Point | null>(null);
  const [to, setTo] = useState<Point | null>(null);
  const areas = shown.filter((one) => one.page === page).map(({ area }) => area);
  const drawn = from && to ? between(from, to) : null;
  if (areas.length === 0 && !draw) return null;
  const pointer = draw && {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setFrom(pointOf(event));
      setTo(null);
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (from) setTo(pointOf(event));
    },
    onPointerUp: () => {
      if (drawn && !isSlip(drawn)) draw(page, drawn);
      setFrom(null);
      setTo(null);
    },
  };
  return (
    <svg
      className="page-marks"
      data-draws={draw ? '' : undefined}
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
      {...pointer}
    >
      {[...areas, ...(drawn ? [drawn] : [])].map((area) => (
        <rect key={Object.values(area).join()} {...area} />
      ))}
    </svg>
  );
}
