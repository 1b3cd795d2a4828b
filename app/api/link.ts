import { z } from 'zod';
import type { Answer, Call } from '#app/server/endpoint.ts';

/** What a call answers for something to be opened as a file. */
export const link = z
  .url()
  .describe(
    'Opened without a token, as the person who asked for it, for 15 minutes and while the session lasts. What it hands out is recorded as ' +
      "that person's, as at the screens.",
  );

/** The link to an address of this site, for whoever calls. */
export function linkTo(
  address: string,
  { ports, viewer, now }: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Answer<string> {
  if (!viewer) throw new Error('Only somebody who is signed in is given a link.');
  const { org, uid: user, session: publicId } = viewer;
  return { data: ports.personalLinks.sign(address, { org, user, publicId }, now) };
}
