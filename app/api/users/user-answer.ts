import type { z } from 'zod';
import { toUser, type user } from '#app/api/entities/user.ts';
import { getProfile } from '#app/queries/user/profile.ts';
import { askFor, type Answer, type Call } from '#app/server/endpoint.ts';

/** The person as they are now, with their version: the answer of every endpoint that changes one. */
export async function userAnswer(
  uid: string,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Promise<Answer<z.infer<typeof user>>> {
  const { profile, streamVersion } = await askFor(call, getProfile, { user: uid });
  return { data: toUser(profile), version: streamVersion };
}
