import { instantOf, type Instant } from '#events/time.ts';

/** Also a Date, or epoch milliseconds. */
export type Moment = Instant | number | Date;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Intl gives figures only: names of months differ between browsers (`Sep`, `Sept`). */
const figures = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** How people may type a day, as patterns of date-fns; the first one is how days are shown. */
export const dayFormats = ['dd MMM yyyy', 'd MMM yyyy', 'd MMMM yyyy', 'yyyy-MM-dd'] as const;

/** By zone, because making a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', { ...figures, timeZone: zone });
  formatters.set(zone, made);
  return made;
}

/** The figures of a moment in a zone (IANA name). Throws RangeError for an invalid moment or zone. */
function clockOf(moment: Moment, zone: string) {
  if (zone === 'UTC') {
    const iso = instantOf(moment);
    // A year beyond 9999 has a sign and more figures.
    const [year, rest] = [iso.slice(0, -20), iso.slice(-20)];
    const part = (at: number) => rest.slice(at, at + 2);
    return { year, month: part(1), day: part(4), hour: part(7), minute: part(10), second: part(13) };
  }
  const shown = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatterOf(zone).formatToParts(new Date(moment)))
    if (type in shown) shown[type as keyof typeof shown] = value;
  return { ...shown, year: shown.year.padStart(4, '0') };
}

/** `04 Mar 2026`, in the organisation's zone (IANA name). */
export function showDate(moment: Moment, zone: string): string {
  const { day, month, year } = clockOf(moment, zone);
  return `${day} ${months[Number(month) - 1]} ${year}`;
}

/** `Mar 2026`, of `2026-03`. */
export const showMonth = (month: string): string => `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** An effective date, in the zone that it was chosen in: a later change of the organisation's zone never moves it. */
export const showEffectiveDate = (of: { effectiveAt: Instant | null; effectiveZone: string | null }): string =>
  of.effectiveAt === null ? '' : showDate(of.effectiveAt, of.effectiveZone ?? 'UTC');

/** `04 Mar 2026 (Europe/Rome)`: an effective date where its moment or other dates stand near. */
export const showEffectiveDay = (of: { effectiveAt: Instant | null; effectiveZone: string | null }): string =>
  of.effectiveAt === null ? '' : `${showEffectiveDate(of)} (${of.effectiveZone ?? 'UTC'})`;

/** `2026-03-04`, in the organisation's zone: for computing with days. */
export function isoDay(moment: Moment, zone: string): string {
  const { year, month, day } = clockOf(moment, zone);
  return `${year}-${month}-${day}`;
}

/** `14:05 UTC`. */
export function showTime(moment: Moment): string {
  const { hour, minute } = clockOf(moment, 'UTC');
  return `${hour}:${minute} UTC`;
}

/** `12 Mar 2026 14:05 UTC`. */
export const showMoment = (moment: Moment): string => `${showDate(moment, 'UTC')} ${showTime(moment)}`;

/** `11:48:07`, for the audit trail, where the zone stands beside it. */
export function showSeconds(moment: Moment): string {
  const { hour, minute, second } = clockOf(moment, 'UTC');
  return `${hour}:${minute}:${second}`;
}

/** `Thursday`, in UTC. */
export const showWeekday = (moment: Moment): string => weekdays[new Date(moment).getUTCDay()] ?? '';
