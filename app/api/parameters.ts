import { z } from 'zod';
import { sentUid } from '#app/forms/sent-uid.ts';

/** `true` or `false` in a query. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** What a list is searched for. */
export const words = z.string().max(200);

export const uid = sentUid();

/** The uid in the path. */
export const byUid = z.object({ uid });
export const byOrganisation = z.object({ orgUid: uid });
