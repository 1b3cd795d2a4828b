import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { isUnverified } from '#app/kit/people/unverified.ts';
import { query } from '#app/kit/query/query.ts';

/** Whether the viewer cannot sign because nobody has verified their identity. */
export const identityMissing = query({
  name: 'user.identity_missing',
  input: z.object({}),
  permission: 'signed-in',
  run: async (_, { db, viewer }) => ok(await isUnverified(db, viewer)),
});
