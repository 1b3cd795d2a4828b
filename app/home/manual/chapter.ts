import type { ReactNode } from 'react';

/** One chapter: a job, explained to the people who do it. */
export interface Chapter {
  /** Its place in the page's address: /manual#signing-in. */
  id: string;
  title: string;
  /** Whose job it is, as the margin says it. */
  who: string;
  body: ReactNode;
}
