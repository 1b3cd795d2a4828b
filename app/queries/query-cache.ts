import { LRUCache } from 'lru-cache';

/** Parts of what an answer depends on, beside the organisation and its position. */
type Part = string | number | boolean | null;

/**
 * Gives the answer called `name` for `of`: the known one, or what `work` answers. Only for what follows from the read models alone, and
 * from nothing that `of` does not name: whoever asks the same at the same position is given the same. It may be a minute old where
 * the read models were put right meanwhile. The answer is frozen.
 */
export type Folded = <T>(name: string, of: readonly Part[], work: () => Promise<T>) => Promise<T>;

interface Place {
  org: string;
  /** The position at which the person who asks was read. */
  known: string;
  /** That of the snapshot, which it begins. Absent where what is worked out reads for itself what cannot change any more. */
  position?: () => Promise<string>;
}

/** Answers that are worked out once for each position of the ledger, by one process. */
export interface Answers {
  at(place: Place): Folded;
  /**
   * Does `work` at one position: the known one, and where the snapshot turns out to be of a later one, once more at that. Here, since the
   * server and its screens are two bundles: what is thrown by one is no instance of the other's class.
   */
  inOneMoment<T>(place: Required<Place>, work: (folded: Folded) => Promise<T>): Promise<T>;
  /** Tells of an event that this process recorded: whoever was read before it sees it all the same. `position` is its place. */
  reached(org: string, position: string): void;
}

/** The ledger has moved on since the person was read: what was answered at the earlier position does not go with the snapshot. */
class Moved extends Error {
  constructor(readonly position: string) {
    super('The ledger has moved on.');
  }
}

/** A list page is some 10 to 20 kB. */
const most = 2000;
/** Milliseconds. The read models can be put right without an event; that is seen by then. */
const lifetime = 60_000;

export function createAnswers(): Answers {
  const answers = new LRUCache<string, Promise<unknown>>({ max: most, ttl: lifetime });
  const latest = new Map<string, string>();
  /** At this very position, whatever is recorded meanwhile. */
  const exactlyAt =
    ({ org, known, position }: Place): Folded =>
    async <T>(name: string, of: readonly Part[], work: () => Promise<T>): Promise<T> => {
      const key = JSON.stringify([org, known, name, ...of]);
      const find = () => answers.get(key) as Promise<T> | undefined;
      const found = find();
      if (found) {
        // What somebody else's transaction came to, one's own need not: it may be undone for the sake of another statement.
        const answer = await found.then(
          (value) => ({ value }),
          () => null,
        );
        if (answer) return answer.value;
      }
      // Both at once: where the ledger has moved on, which is rare, the work is done in vain.
      const answer = Promise.all([work(), position?.()]).then(([value, actual]) => {
        if (actual !== undefined && actual !== known) throw new Moved(actual);
        return frozen(value);
      });
      // What became known at once is not to be forgotten at once.
      answers.set(key, answer, { ttl: lifetime * (0.5 + Math.random() / 2) });
      // Whoever waits for it tries by themselves.
      answer.catch(() => {
        if (find() === answer) answers.delete(key);
      });
      return answer;
    };
  const at = (place: Place) => exactlyAt({ ...place, known: later(place.known, latest.get(place.org)) });
  return {
    at,
    async inOneMoment(place, work) {
      try {
        return await work(at(place));
      } catch (error) {
        if (!(error instanceof Moved)) throw error;
        return work(exactlyAt({ ...place, known: error.position }));
      }
    },
    reached(org, position) {
      latest.set(org, later(position, latest.get(org)));
    },
  };
}

const later = (one: string, other = '0'): string => (BigInt(other) > BigInt(one) ? other : one);

/** Freezes it and all it holds: it is shared. Bytes cannot be. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
