import type { z } from 'zod';
import { isRefusal, type Page } from '#app/http/screen.ts';
import type { Query } from '#app/queries/query.ts';

/** The specification's words for what a page could not load (product.md section 8). */
export const loadProblems = {
  documents: 'There was a problem getting your list of documents.',
  users: 'Error fetching users.',
  functionalAreas: 'Error fetching functional areas.',
} as const;
type What = keyof typeof loadProblems;

/**
 * Loads what a page shows: where something of ours fails, once more; where it fails again, the page stands with `instead`, and
 * `problems` says what is missing. A refusal is no failure and is thrown on.
 */
export function lookups(page: Page) {
  const problems: string[] = [];
  const fail = (what: What) => {
    if (!problems.includes(loadProblems[what])) problems.push(loadProblems[what]);
  };
  return {
    problems,
    async load<S extends z.ZodType, O, I>(
      what: What,
      query: Query<S, O>,
      input: z.input<S>,
      instead: I,
    ): Promise<O | I> {
      for (let attempt = 1; ; attempt++) {
        try {
          return await page.ask(query, input);
        } catch (error) {
          if (isRefusal(error)) throw error;
          page.context.log.error({ err: error, query: query.name, attempt }, 'a page could not load what it shows');
          if (attempt < 2) continue;
          fail(what);
          return instead;
        }
      }
    },
  };
}
