import { z } from 'zod';
import { historyFilter } from '#app/training/queries/training-history.ts';
import { listPage } from '#app/kit/screen/screen.ts';

/** The search values of a list of training records. */
export const historySearch = z.object({ show: historyFilter, page: listPage });
