import { z } from 'zod';
import { managedStatuses } from '#app/home/queries/statuses.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import { openShows } from '#app/training/queries/list-open.ts';
import { listPage } from '#app/kit/screen/route-input.ts';

export const orders = ['asc', 'desc'] as const;
export const shows = ['all', 'my', 'retired'] as const;

/** The address of the documents home. */
export const homeSearch = z.object({
  /** Authors and admins start with the manage view, all others with their training. */
  tab: z.enum(['training', 'effective', 'manage']).catch('manage'),
  q: searchWords.default(''),
  sort: z.string().optional(),
  order: z.enum(orders).optional().catch(undefined),
  show: z.enum(shows).catch('all'),
  area: z.string().default(''),
  status: z.enum(managedStatuses).optional().catch(undefined),
  /** `overdue`: documents with overdue training. */
  training: z.enum(['overdue']).optional().catch(undefined),
  /** `all`: every task under Start here. */
  tasks: z.enum(['all']).optional().catch(undefined),
  /** `month`: versions that came into force this month. */
  since: z.enum(['month']).optional().catch(undefined),
  /** Which open training records. */
  only: z.enum(openShows).catch('all'),
  page: listPage,
});
