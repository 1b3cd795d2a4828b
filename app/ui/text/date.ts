import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';

/** A moment: ISO 8601 in UTC, a Date, or epoch milliseconds. */
export type Moment = string | number | Date;

const inZone = (moment: Moment, zone: string) => new TZDate(new Date(moment).getTime(), zone);

/** `04 Mar 2026`, in the organisation's zone (IANA name). */
export const showDate = (moment: Moment, zone: string): string => format(inZone(moment, zone), 'dd MMM yyyy');

/** `2026-03-04`, in the organisation's zone: for computing with days. */
export const isoDay = (moment: Moment, zone: string): string => format(inZone(moment, zone), 'yyyy-MM-dd');

/** `14:05 UTC`. */
export const showTime = (moment: Moment): string => `${format(inZone(moment, 'UTC'), 'HH:mm')} UTC`;

/** `12 Mar 2026 14:05 UTC`. */
export const showMoment = (moment: Moment): string => `${showDate(moment, 'UTC')} ${showTime(moment)}`;

/** `11:48:07`, for the audit trail, where the zone stands beside it. */
export const showSeconds = (moment: Moment): string => format(inZone(moment, 'UTC'), 'HH:mm:ss');

/** `Thursday`, in UTC. */
export const showWeekday = (moment: Moment): string => format(inZone(moment, 'UTC'), 'EEEE');
