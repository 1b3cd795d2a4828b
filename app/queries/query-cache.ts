import { LRUCache } from 'lru-cache';

/** Memory for results in one process, as JSON of two bytes a character. A page of a list takes 20 to 40 kB. */
const maxBytes = 32 * 2 ** 20;

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
  return {
    async result<T>(parts: readonly unknown[], work: () => Promise<T>): Promise<T> {
      const key = JSON.stringify(parts);
      let text = results.get(key);
      if (text === undefined) {
        text = JSON.stringify(await work());
        results.set(key, text);
      }
      return JSON.parse(text) as T;
    },
  };
}
