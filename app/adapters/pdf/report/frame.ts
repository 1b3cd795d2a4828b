import type { Instant } from '#events/time.ts';
import { showMoment } from '#app/ui/text/date.ts';
import { sentence } from '#app/ui/text/sentence.ts';
import { inDigits } from '#app/ui/text/count.ts';

/** What every report states about itself. Equal frames over one ledger give equal bytes. */
export interface Frame {
  title: string;
  organisation: string;
  /** In words, or `No filters`. */
  filters: string;
  /** The ledger position of its state, decimal text. */
  position: string;
  /** The moment of its state, at which due and overdue are judged. Also the date of the PDF. */
  at: Instant;
  /** IANA name of the zone of dates without a time. */
  zone: string;
  /** The requester's name. */
  madeBy: string;
  /** What does not match the signed ledger, in sentences; null or absent: all matches. */
  damage?: string | null;
}

/** The lines at the foot of each page: two, and the damage first where there is some. */
export const foot = (frame: Frame): string[] => [
  ...(frame.damage ? [frame.damage] : []),
  `Printed copies are uncontrolled. ${[frame.organisation, frame.title, frame.filters].map(sentence).join(' ')}`,
  `Made by ${frame.madeBy} as of event no. ${inDigits(frame.position)}, ${showMoment(frame.at)}. ` +
    `Dates in ${frame.zone}`,
];

/** Every character of the frame's fixed words, for the font subset. */
export const fixedWords =
  'Printed copies are uncontrolled. Made by as of event no. Dates in Page of 0123456789 ,.:;-()%+/_…→’ ' +
  'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The last columns of every CSV, by which each row names its report. */
export const frameHead = [
  'Organisation',
  'Report',
  'Filters',
  'As of event no.',
  'As of (UTC)',
  'Time zone of dates',
  'Made by',
  'Ledger check',
];
export const frameCells = (frame: Frame): string[] => [
  frame.organisation,
  frame.title,
  frame.filters,
  frame.position,
  frame.at,
  frame.zone,
  frame.madeBy,
  frame.damage ?? 'Matches the signed ledger',
];
