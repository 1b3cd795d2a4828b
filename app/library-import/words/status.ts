import type { DayOrder } from '#events/import/events.ts';
import type { ImportStatus } from '#events/import/import.ts';
import type { Instant } from '#events/time.ts';
import { showMoment } from '#app/ui/text/date.ts';

const words: Record<ImportStatus, string> = {
  BEGUN: 'Being read',
  PREVIEWED: 'Previewed',
  CHECKED: 'Waiting for approval',
  UNEQUAL: 'Differs from its source',
  APPROVED: 'Being imported',
  COMPLETED: 'Completed',
  ABANDONED: 'Abandoned',
};

/** Where an import stands. */
export const importStatusWords = ({ status, problems }: { status: ImportStatus; problems: number | null }): string =>
  status === 'PREVIEWED' && problems ? 'Has problems' : words[status];

/** Why a pack is refused that was imported before. */
export const importedBefore = (completedAt: Instant): string =>
  `This library was imported already, on ${showMoment(completedAt)}.`;

/** The order of a column's dates. */
export const dayOrderWords: Record<DayOrder, string> = { day_first: 'Day first', month_first: 'Month first' };
