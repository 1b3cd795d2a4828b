import { z } from 'zod';

/**
 * Who did it. The name and the role are those at that time (21 CFR 11.10(e)); session and address name the source of
 * the input (11.10(h)). `system` is the product itself: the clock, a job, the console.
 */
export const actorSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    uid: z.string(),
    name: z.string(),
    role: z.string(),
    session: z.string().nullable(),
    address: z.string().nullable(),
  }),
  /** A program with a token: `uid` and `name` are the account's. Its owner stands in the account's events. */
  z.object({
    kind: z.literal('service_account'),
    uid: z.string(),
    name: z.string(),
    address: z.string().nullable(),
  }),
  z.object({ kind: z.literal('system'), name: z.string() }),
  /** Nobody has signed in yet: a sign-in that failed, a set-up. */
  z.object({ kind: z.literal('visitor'), address: z.string().nullable() }),
]);

export type Actor = z.infer<typeof actorSchema>;
