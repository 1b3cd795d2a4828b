import type { StepWho, VersionRoute } from '#events/route/step.ts';

/** Somebody in a step, by its number from 1. */
export interface Place {
  readonly user: string;
  readonly step: number;
}

/** Whom a route can ask by itself, of people who may approve. */
export interface RouteFacts {
  readonly holders: readonly { readonly user: string; readonly held: string }[];
  /** Those who approved the version before. */
  readonly lastApprovers: readonly string[];
  /** The manager of the owner; null where none is recorded. */
  readonly manager: string | null;
}

interface Known extends RouteFacts {
  /** Chosen by the owner with the step. */
  readonly places: readonly Place[];
  /** Chosen by the owner without a step. */
  readonly users: readonly string[];
  /** Who signs in no approving step of a strict route. */
  readonly makers: readonly string[];
}

/** Whom the steps of *all* ask whatever the owner chooses: all holders, or all who approved the version before. */
export function placesOfAll(
  { steps, separation, samePerson }: VersionRoute,
  known: RouteFacts,
  makers: readonly string[],
): Place[] {
  const placed: Place[] = [];
  for (const kind of ['function', 'last_approvers'] as const)
    for (const [at, { who, howMany, meaning }] of steps.entries()) {
      if (howMany !== 'all' || who.kind !== kind) continue;
      const excluded = meaning === 'reviewed' || separation !== 'strict' ? [] : makers;
      const isFree = (user: string) => !placed.some((one) => one.user === user && (!samePerson || one.step === at + 1));
      for (const user of askedBy(who, known))
        if (isFree(user) && !excluded.includes(user)) placed.push({ user, step: at + 1 });
    }
  return placed;
}

/**
 * Who is asked in which step. A step of *all* asks all of them; in the others what the owner chose counts. Of people
 * chosen without a step, holders of a function go to its step, and the others to the steps that the owner names, one
 * each and the rest to the last. A step without anybody gets all holders of its function, those who approved the
 * version before, or the manager of the owner.
 */
export function placeInSteps(route: VersionRoute, known: Known): Place[] {
  const { steps, separation, samePerson } = route;
  const placed = placesOfAll(route, known, known.makers);
  const isPlaced = ({ user, step }: Place) => placed.some((one) => one.user === user && one.step === step);
  placed.push(...known.places.filter((one) => !isPlaced(one)));
  const isFree = (user: string) => samePerson || !placed.some((one) => one.user === user);
  const put = (user: string, step: number) => placed.push({ user, step });
  const named = steps.flatMap(({ who }, at) =>
    who.kind === 'named_by_owner' || (who.kind === 'last_approvers' && known.lastApprovers.length === 0)
      ? [at + 1]
      : [],
  );
  const holds = (user: string, held: string) => known.holders.some((one) => one.user === user && one.held === held);
  for (const user of known.users) {
    if (!isFree(user)) continue;
    const ofFunction = steps.findIndex(({ who }) => who.kind === 'function' && holds(user, who.function.uid));
    const ofLast = steps.findIndex(({ who }) => who.kind === 'last_approvers' && known.lastApprovers.includes(user));
    const ofManager = steps.findIndex(({ who }) => who.kind === 'manager_of_owner' && known.manager === user);
    const empty = named.find((step) => !placed.some((one) => one.step === step)) ?? named.at(-1);
    const step = [ofFunction + 1, ofLast + 1, ofManager + 1, empty].find((one) => one !== undefined && one > 0);
    if (!isPlaced({ user, step: step ?? 1 })) put(user, step ?? 1);
  }
  for (const [at, { who, meaning }] of steps.entries()) {
    if (placed.some((one) => one.step === at + 1)) continue;
    const asked = askedBy(who, known);
    const excluded = meaning === 'reviewed' || separation !== 'strict' ? [] : known.makers;
    for (const user of asked) if (isFree(user) && !excluded.includes(user)) put(user, at + 1);
  }
  return placed;
}

/** Whom a step asks by itself. */
function askedBy(who: StepWho, { holders, lastApprovers, manager }: RouteFacts): readonly string[] {
  switch (who.kind) {
    case 'function':
      return holders.flatMap(({ user, held }) => (held === who.function.uid ? [user] : []));
    case 'last_approvers':
      return lastApprovers;
    case 'manager_of_owner':
      return manager === null ? [] : [manager];
    case 'named_by_owner':
      return [];
  }
}
