import { z } from 'zod';

/** `true` or `false` in a query. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A uid as it is stored: written in capitals it is the same one (RFC 9562 section 4). */
export const uid = z.uuid().toLowerCase();

/** What the path names. */
export const byUid = z.object({ uid });
export const byOrganisation = z.object({ orgUid: uid });
