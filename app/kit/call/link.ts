import { z } from 'zod';
import type { Answer, Call } from '#app/kit/call/endpoint.ts';
import { splitSigned } from '#app/adapters/secrets/signed-url.ts';

/** The answer of an endpoint whose result is opened as a file. */
export const link = z
  .url()
  .describe(
    'Open it without a token, within 15 minutes and while the session lasts. The download is recorded for the ' +
      "person who asked for it; in another person's session the link is refused.",
  );

const lifetime = 15 * 60_000;

/** A link to an address of this site for the person. */
export function linkTo(
  address: string,
  { ports, viewer, now }: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Answer<string> {
  if (!viewer) throw new Error('Only somebody who is signed in is given a link.');
  const { org, uid: user, session: publicId } = viewer;
  const grant = { address: splitSigned(address).address, reader: { org, user, publicId } };
  return { data: ports.signedUrls.url(address, 'page', grant, Date.parse(now) + lifetime) };
}
