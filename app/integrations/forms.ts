import { z } from 'zod';

/** What a form sends of a webhook; the command checks it. */
export const webhookSchema = z.object({ url: z.string().default(''), kinds: z.array(z.string()).default([]) });
