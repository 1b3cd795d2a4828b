import { z } from 'zod';

/**
 * Who did it. The name and the role are those at that time (21 CFR 11.10(e)); session and address name the source of
 * the input (11.10(h)). `system` is the product itself: the clock, a job, the console.
 */
const uid = z.string().meta({ format: 'uuid' });
const name = z.string().meta({ maxLength: 200, examples: ['Ines Okafor'] });
const address = z
  .string()
  .meta({ maxLength: 100, examples: ['192.0.2.17'] })
  .nullable();

export const actorSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    uid,
    name,
    role: z.string().meta({ maxLength: 40, examples: ['AUTHOR'] }),
    session: z
      .string()
      .meta({ maxLength: 100, examples: ['9f86d081884c7d65'] })
      .nullable(),
    address,
  }),
  /** A program with a token: `uid` and `name` are the account's. Its owner stands in the account's events. */
  z.object({
    kind: z.literal('service_account'),
    uid,
    name,
    address,
  }),
  z.object({ kind: z.literal('system'), name }),
  /** Nobody has signed in yet: a sign-in that failed, a set-up. */
  z.object({ kind: z.literal('visitor'), address }),
]);

export type Actor = z.infer<typeof actorSchema>;
