import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from './site.ts';

/** A value of a case that depends on the site. */
export type Chosen<T> = (site: Site) => T;

type Who = 'admin' | 'author' | 'approver' | 'employee' | 'outsider';

export const nobody = (): null => null;
export const ours =
  (who: Who): Chosen<Person> =>
  (site) =>
    site.ours[who];
export const theirs =
  (who: Who): Chosen<Person> =>
  (site) =>
    site.theirs[who];

/** A uid that does not exist. */
export const nowhere = '5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c6d';
