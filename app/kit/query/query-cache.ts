import { LRUCache } from 'lru-cache';

/** Memory for results in one process, as JSON of two bytes a character. A page of a list takes 20 to 40 kB. */
const maxBytes = 16 * 2 ** 20;

/** Cached query results. A key names all that a result depends on; results are JSON values. */
export interface QueryCache {
  /** Answers the cached result of this key, else that of `work`. Each caller gets a copy of its own. */
  result<T>(key: readonly unknown[], work: () => Promise<T>): Promise<T>;
}

export function createQueryCache(): QueryCache {
  const results = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });
  /** After an event everybody asks anew at once: those who ask the same wait for the first of them. */
  const running = new Map<string, Promise<string>>();
  function run(key: string, work: () => Promise<unknown>): Promise<string> {
    const text = Promise.resolve()
      .then(work)
      .then((value) => {
        const made = JSON.stringify(value);
        results.set(key, made);
        return made;
      })
      .finally(() => running.delete(key));
    running.set(key, text);
    return text;
  }
  return {
    async result<T>(parts: readonly unknown[], work: () => Promise<T>): Promise<T> {
      const key = JSON.stringify(parts);
      const known = results.get(key);
      if (known !== undefined) return JSON.parse(known) as T;
      return JSON.parse(await (running.get(key) ?? run(key, work))) as T;
    },
  };
}
