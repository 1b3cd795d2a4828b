import type { z } from 'zod';
import { isRefusal, type Page } from '#app/kit/screen/screen.ts';
import type { Query } from '#app/kit/query/query.ts';

/** The specification's messages for parts that a page could not load (product.md section 8). */
export const loadProblems = {
  documents: 'There was a problem getting your list of documents.',
  users: 'Error fetching users.',
  functionalAreas: 'Error fetching functional areas.',
} as const;
type What = keyof typeof loadProblems;

/** Runs a query; returns `instead` where it fails. */
type Load = <S extends z.ZodType, O, I>(
  what: What,
  query: Query<S, O>,
  input: z.input<S>,
  instead: I,
) => Promise<O | I>;

/**
 * Loads the parts of a page. A failed query is retried once, then replaced by `instead` with a message in `problems`. A
 * refusal is thrown.
 */
export function lookups(page: Page) {
  const problems: string[] = [];
  const fail = (what: What) => {
    if (!problems.includes(loadProblems[what])) problems.push(loadProblems[what]);
  };
  const failed = (error: unknown, facts: object) => {
    if (isRefusal(error)) throw error;
    page.context.log.error({ err: error, ...facts }, 'page.load_failed');
  };
  const load: Load = async (what, query, input, instead) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await page.ask(query, input);
      } catch (error) {
        failed(error, { query: query.name, attempt });
        if (attempt < 2) continue;
        fail(what);
        return instead;
      }
    }
  };
  return {
    problems,
    load,
    /** Runs `work` in one snapshot; where that fails, again with a snapshot for each query. */
    async atOnePosition<T>(work: (load: Load) => Promise<T>): Promise<T> {
      try {
        return await page.atOnePosition((ask) => work((_what, query, input) => ask(query, input)));
      } catch (error) {
        failed(error, {});
        return work(load);
      }
    },
  };
}
