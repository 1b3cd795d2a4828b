import { z } from 'zod';

/** `true` or `false` in a query. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** What the path names. */
export const byUid = z.object({ uid: z.uuid() });
export const byOrganisation = z.object({ orgUid: z.uuid() });
