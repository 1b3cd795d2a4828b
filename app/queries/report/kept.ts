import { LRUCache } from 'lru-cache';
import { hasChangedSince, type Source } from '#app/queries/report/source.ts';

/**
 * Answers that go through every training record, the latest of each question: good for any place in the ledger between which and theirs
 * nothing has happened that a report reads. `most` of them are kept.
 */
export class KeptAnswers<T extends object> {
  readonly #answers: LRUCache<string, { value: T; position: string }>;

  constructor(most: number) {
    this.#answers = new LRUCache({ max: most });
  }

  /** The kept answer, or what `work` answers. `of` names all that it depends on beside the organisation and its events. */
  async answer(source: Source, of: readonly unknown[], work: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([source.org, ...of]);
    const kept = this.#answers.get(key);
    if (kept && (await isAsGood(source, kept.position))) return kept.value;
    const value = await work();
    this.#answers.set(key, { value, position: source.position });
    return value;
  }
}

/** An earlier place is as good as a later one, and the other way round. */
async function isAsGood({ db, position }: Source, other: string): Promise<boolean> {
  const [earlier, later] = BigInt(position) < BigInt(other) ? [position, other] : [other, position];
  return earlier === later || !(await hasChangedSince(db, earlier, later));
}
