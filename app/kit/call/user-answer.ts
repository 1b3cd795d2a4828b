import type { z } from 'zod';
import { toUser, user } from '#app/kit/call/user-entity.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { getProfile } from '#app/kit/people/profile.ts';
import { askFor, type Answer, type Call } from '#app/kit/call/endpoint.ts';

type Asking = Pick<Call, 'ports' | 'viewer' | 'now'>;

/** The person as they are now, with their version. */
export async function userAnswer(uid: string, call: Asking): Promise<Answer<z.infer<typeof user>>> {
  const { profile, streamVersion } = await askFor(call, getProfile, { user: uid });
  return { data: toUser(profile), version: streamVersion };
}

/** What the endpoints that change a person have in common: they answer them as they are now. */
export const answersUser = {
  tag: 'Users',
  params: byUid,
  data: user,
  answer: ({ user: uid }: { user: string }, call: Asking) => userAnswer(uid, call),
} as const;
