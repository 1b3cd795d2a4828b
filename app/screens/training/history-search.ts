import type { HistoryFilter } from '#app/queries/training/training-history.ts';

/** What the address asks of a person's training; what it says wrongly is read as nothing. */
export const askedOf = ({ searchParams }: URL) => ({
  show: searchParams.get('show') as HistoryFilter,
  page: searchParams.get('page'),
});
