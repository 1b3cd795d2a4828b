import { dayIn, type Instant } from '#events/time.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** The calendar day in the viewer's organisation: `2026-03-04`. */
export const todayOf = ({ viewer, now }: { viewer: Pick<Viewer, 'settings'>; now: Instant }): string =>
  dayIn(now, viewer.settings.timeZone);
