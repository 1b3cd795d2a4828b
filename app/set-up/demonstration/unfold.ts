import { msBetween, type Instant } from '#events/time.ts';
import type { DemonstrationClock } from '#app/set-up/demonstration/clock.ts';
import type { World } from '#app/set-up/demonstration/world.ts';

/** Something that happens in the demonstration's past. */
export interface Happening {
  at: Instant;
  /**
   * Unique: the ids of its commands follow from it, so that one that happened before an interruption is not repeated.
   */
  name: string;
  /** The document that it changes. Null: people, so that nothing else happens meanwhile. */
  on: string | null;
  /** Goes on beside others of its kind. */
  beside?: true;
  /** Nothing later begins before it has ended: it is recorded at its very time, as a job of the present would. */
  exact?: true;
  run(world: World): Promise<void>;
}

/** So many go on at once: each waits for the database most of the time. */
const atOnce = 8;

/** Nothing happens further ahead of what is still going on. Milliseconds. */
const ahead = 3 * 86_400_000;

/** Whether two may not go on at once. */
const disturbs = (one: Happening, other: Happening): boolean =>
  one.on === null || other.on === null
    ? !(one.beside && other.beside)
    : one.on === other.on && !(one.beside && other.beside);

/**
 * Lets everything happen in the order of time, several at once where they do not disturb each other. `follow` answers
 * what follows from a happening.
 */
export async function unfold(
  happenings: readonly Happening[],
  clock: DemonstrationClock,
  act: (happening: Happening) => Promise<readonly Happening[]>,
): Promise<void> {
  const waiting = happenings.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const goingOn = new Map<Happening, Promise<void>>();
  const mayBegin = (next: Happening): boolean =>
    goingOn.size < atOnce &&
    [...goingOn.keys()].every((one) => !disturbs(one, next) && !one.exact && msBetween(one.at, next.at) < ahead);
  try {
    while (waiting.length > 0 || goingOn.size > 0) {
      const [next] = waiting;
      if (!next || !mayBegin(next)) {
        await Promise.race(goingOn.values());
        continue;
      }
      waiting.shift();
      clock.moveTo(next.at);
      const done = act(next).then((following) => {
        goingOn.delete(next);
        for (const one of following) insert(waiting, one);
      });
      goingOn.set(next, done);
    }
  } finally {
    // After a failure nothing goes on behind the caller's back.
    await Promise.allSettled(goingOn.values());
  }
}

/** Inserts by time, behind those of the same time. */
function insert(waiting: Happening[], one: Happening): void {
  const behind = waiting.findIndex(({ at }) => at > one.at);
  waiting.splice(behind < 0 ? waiting.length : behind, 0, one);
}
