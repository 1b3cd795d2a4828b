import { z } from 'zod';

/** The parameters of every list. */
export const listParameters = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('The most entries to answer. Default: the whole list.'),
  cursor: z
    .string()
    .max(2000)
    .meta({ examples: ['WzE3OTY3NzQ0MDAwMDBd'] })
    .optional()
    .describe('The `next` of the answer before.'),
});

/** The same of a list that is always answered in parts. */
export const partParameters = listParameters.extend({
  limit: listParameters.shape.limit.unwrap().default(1000).describe('The most entries to answer.'),
});
