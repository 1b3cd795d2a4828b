import { z } from 'zod';
import { named, uid } from '#events/common.ts';
import { separations, stepMeanings } from '#events/route/kinds.ts';

/** Who is asked: holders of a function, people whom the owner names, the owner's manager, or the last approvers. */
export const stepWho = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('function'), function: named }),
  z.object({ kind: z.literal('named_by_owner') }),
  z.object({ kind: z.literal('manager_of_owner') }),
  z.object({ kind: z.literal('last_approvers') }),
]);
export type StepWho = z.infer<typeof stepWho>;

export const routeStep = z.object({
  name: z.string(),
  meaning: z.enum(stepMeanings),
  who: stepWho,
  /** How many of those who are asked must sign. */
  howMany: z.union([z.literal('all'), z.number().int().positive()]),
  /** Days that the step may take from its opening. */
  days: z.number().int().positive(),
});
export type RouteStep = z.infer<typeof routeStep>;

/** What a version that is sent along a route keeps of it: a later change of the route leaves the version as it is. */
export const versionRoute = z.object({
  uid,
  name: z.string(),
  /** 1, and one more with each change of the route. */
  version: z.number().int().positive(),
  separation: z.enum(separations),
  /** One person may be asked in several steps. */
  samePerson: z.boolean(),
  steps: z.array(routeStep).min(1),
});
export type VersionRoute = z.infer<typeof versionRoute>;

/** Reviewing is no approving: the owner may do it. */
export const isApproving = ({ meaning }: RouteStep): boolean => meaning !== 'reviewed';

/** The fewest people who can complete the step. */
export const fewestOf = ({ howMany }: RouteStep): number => (howMany === 'all' ? 1 : howMany);
