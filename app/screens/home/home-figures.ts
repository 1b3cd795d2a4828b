import { addresses } from '#app/addresses.ts';
import type { OrganisationFigures, OwnFigures } from '#app/queries/home/figures.ts';
import type { FigureLink } from '#app/ui/figures/figures.tsx';

const home = (tab: 'training' | 'effective' | 'manage', parameters: Record<string, string>, asof?: string) =>
  `${addresses.home(tab, asof)}&${new URLSearchParams(parameters).toString()}`;

/**
 * The figures of authors and admins. `tasks`: what waits for the viewer, and how many signatures did week by week;
 * `asof`: the past moment that is shown.
 */
export const managersFigures = (
  { inReview, effective, overdue }: OrganisationFigures,
  tasks: { now: number; weeks: readonly number[] },
  asof?: string,
): FigureLink[] => [
  { label: 'For you', to: `${home('manage', { tasks: 'all' }, asof)}#start`, count: tasks.now, weeks: tasks.weeks },
  { label: 'In review', to: home('manage', { status: 'IN_REVIEW' }, asof), count: inReview.now, weeks: inReview.weeks },
  {
    label: 'Effective this month',
    to: home('effective', { since: 'month', sort: 'effectiveDate', order: 'desc' }, asof),
    count: effective.now,
    weeks: effective.weeks,
  },
  {
    label: 'Overdue training',
    to: home('manage', { training: 'overdue' }, asof),
    count: overdue.now,
    weeks: overdue.weeks,
    stop: true,
  },
];

/** The figures of employees: their own training. */
export const employeesFigures = ({ due, overdue, signed, fresh }: OwnFigures): FigureLink[] => [
  { label: 'Due', to: home('training', { only: 'due' }), count: due.now, weeks: due.weeks },
  { label: 'Overdue', to: home('training', { only: 'overdue' }), count: overdue.now, weeks: overdue.weeks, stop: true },
  {
    label: 'Signed this year',
    to: `${addresses.trainingHistory()}?show=completed`,
    count: signed.now,
    weeks: signed.weeks,
  },
  { label: 'New for you', to: home('training', { only: 'new' }), count: fresh.now, weeks: fresh.weeks },
];
