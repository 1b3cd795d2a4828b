import { showMoment } from '#app/ui/text/date.ts';
import { sentence } from '#app/ui/text/sentence.ts';

/** What every report says of itself: whose, what, of which part, from which state, by whom. Equal frames over one ledger give equal bytes. */
export interface Frame {
  title: string;
  organisation: string;
  /** In words; `No filters` where there are none. */
  filters: string;
  /** The place in the ledger (decimal text) up to which it tells. */
  position: string;
  /** When the event at that place was recorded: ISO 8601 in UTC. Also the PDF's own date. */
  at: string;
  /** The IANA name of the zone in which dates without a time stand. */
  zone: string;
  /** Who asked for it. */
  madeBy: string;
}

/** `18,951` of `18951`. */
export const thousands = (position: string | number): string => String(position).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** The two lines at the foot of each page. */
export const foot = (frame: Frame): string[] => [
  `Printed copies are uncontrolled. ${[frame.organisation, frame.title, frame.filters].map(sentence).join(' ')}`,
  `Made by ${frame.madeBy} from ledger position ${thousands(frame.position)}, ${showMoment(frame.at)}. Dates in ${frame.zone}`,
];

/** What the frame's own words may be made of. */
export const fixedWords =
  'Printed copies are uncontrolled. Made by from ledger position Dates in Page of 0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ ,.:;-()%+/_…→’';

/** The columns by which each line of a CSV names its report; they stand after the report's own. */
export const frameHead = [
  'Organisation',
  'Report',
  'Filters',
  'Ledger position',
  'As of (UTC)',
  'Time zone of dates',
  'Made by',
];
export const frameCells = (frame: Frame): string[] => [
  frame.organisation,
  frame.title,
  frame.filters,
  frame.position,
  frame.at,
  frame.zone,
  frame.madeBy,
];
