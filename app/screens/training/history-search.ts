import { z } from 'zod';
import { historyFilter } from '#app/queries/training/training-history.ts';
import { listPage } from '#app/server/screen/route-input.ts';

/** Which lines of a person's training an address asks for. */
export const historySearch = z.object({ show: historyFilter, page: listPage });
