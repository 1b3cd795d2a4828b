import { z } from 'zod';

/** The form of an absence. The command checks the values. */
export const declareSchema = z.object({
  from: z.string().default(''),
  until: z.string().default(''),
  deputy: z.string().default(''),
});
