import type { Person } from '#app/demo/world.ts';
import type { Site } from './site.ts';

/** What a case of a matrix chooses, once there is a site. */
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

/** A uid that nothing has. */
export const nowhere = '5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c6d';
