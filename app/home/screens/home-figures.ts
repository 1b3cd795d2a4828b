import { addresses } from '#app/kit/addresses.ts';
import type { OrganisationFigures, OwnFigures } from '#app/home/queries/figures.ts';
import type { FigureLink } from '#app/ui/figures/figures.tsx';

const home = (tab: 'training' | 'effective' | 'manage', parameters: Record<string, string>, asof?: string) =>
  `${addresses.home(tab, asof)}&${new URLSearchParams(parameters).toString()}`;

/** The figures of authors and admins. `tasks`: what waits for the viewer; `asof`: the past moment that is shown. */
export const managersFigures = (
  { inReview, effective, overdue }: OrganisationFigures,
  tasks: number,
  asof?: string,
): FigureLink[] => [
  // Without a line: some tasks, a draft for example, leave no trace of when they began to wait.
  { label: 'For you', to: `${home('manage', { tasks: 'all' }, asof)}#start`, count: tasks },
  { label: 'In review', to: home('manage', { status: 'IN_REVIEW' }, asof), count: inReview.now, plot: inReview },
  {
    label: 'Effective this month',
    to: home('effective', { since: 'month', sort: 'effectiveDate', order: 'desc' }, asof),
    count: effective.now,
    plot: { ...effective, came: 'New versions in force' },
  },
  {
    label: 'Overdue training',
    to: home('manage', { training: 'overdue' }, asof),
    count: overdue.now,
    plot: overdue,
    stop: true,
  },
];

/** The figures of employees: their own training. */
export const employeesFigures = ({ due, overdue, signed, fresh }: OwnFigures): FigureLink[] => [
  { label: 'Due', to: home('training', { only: 'due' }), count: due.now, plot: due },
  { label: 'Overdue', to: home('training', { only: 'overdue' }), count: overdue.now, plot: overdue, stop: true },
  {
    label: 'Signed this year',
    to: `${addresses.trainingHistory()}?show=completed`,
    count: signed.now,
    plot: { ...signed, came: 'Signed' },
  },
  { label: 'New for you', to: home('training', { only: 'new' }), count: fresh.now, plot: fresh },
];
