import { z } from 'zod';
import { invalidChoice, invalidFilter, invalidMoment } from '#events/texts.ts';
import { instantOf, type Instant } from '#events/time.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** `true` or `false` in a query. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** What a list is searched for. */
export const words = z
  .string()
  .max(200)
  .meta({ examples: ['batch record'] });

export const uid = sentUid();

/** The uid in the path. */
export const byUid = z.object({ uid });
export const byOrganisation = z.object({ orgUid: uid });

/** The last millisecond of the dates that screens accept: microseconds sent by mistake are larger. */
export const latestMoment = Date.UTC(3000, 0, 1) - 1;

const momentFilter = z.coerce
  .number(invalidMoment)
  .int(invalidMoment)
  .min(1, invalidMoment)
  .max(latestMoment, invalidMoment);

export const changedSince = momentFilter
  .optional()
  .describe('Only what changed at this moment or later, in milliseconds since 1970-01-01T00:00:00Z.');
export const dueBefore = momentFilter
  .optional()
  .describe('Only what is due before this moment, in milliseconds since 1970-01-01T00:00:00Z.');

export const toIso = (moment: number | undefined): Instant | undefined =>
  moment === undefined ? undefined : instantOf(moment);

/** One of several words in a query. */
export const oneOf = <T extends string>(...choices: readonly [T, ...T[]]) => z.enum(choices, invalidChoice(choices));

/** The order of a list. */
export const sortedBy = <T extends string>({ options }: { options: readonly T[] }, usual: NoInfer<T>) =>
  oneOf(...(options as readonly [T, ...T[]]))
    .default(usual)
    .describe('The order; with a minus sign the greatest or the latest comes first.');

/** A uid in a query, by what it names. */
export const uidOf = (what: keyof typeof invalidFilter) => sentUid(invalidFilter[what]);

/** The filters that lists of approvals and of training records have in common. */
export const listFilters = {
  user: uidOf('user').optional().describe("A person's uid."),
  department: uidOf('department').optional().describe("A department's uid: the people who are in it now."),
  document: uidOf('document').optional().describe("A document's uid."),
  changed_since: changedSince,
};
