import type { Person } from '#app/demo/world.ts';
import { nobody, nowhere, theirs, type Chosen } from './chosen.ts';
import type { Form, Site } from './site.ts';

/** What a route is tried with. */
export const kinds = [
  'anonymous',
  'wrong role',
  'another organisation',
  'unknown uid',
  'malformed uid',
  'invalid',
  'conflict',
  'success',
] as const;
export type Kind = (typeof kinds)[number];

export interface Case {
  kind: Kind;
  /** What is tried, where one word is not enough. */
  about?: string;
  by: Chosen<Person | null>;
  method: 'GET' | 'POST';
  path: Chosen<string>;
  form?: Chosen<Form>;
  status: number;
  /** Where it leads: exact, or a pattern. */
  location?: Chosen<string> | RegExp;
  /** Words that the page says. */
  says?: string;
  /** The beginning of the content type; a page unless given. */
  type?: string;
}

/** One route and how it answers each. `without` gives the reason where a kind has no meaning for it. */
export interface Row {
  /** As in app/routes.ts. */
  route: string;
  cases: Case[];
  without?: Partial<Record<Kind, string>>;
}

const signIn: RegExp = /^\/\?redirect=/;

interface Guarded {
  route: string;
  /** Who may. */
  by: Chosen<Person>;
  /** The value of `:uid`, where the route has one. */
  uid?: Chosen<string>;
  /** Values of further parameters, and the query. */
  rest?: (path: string, site: Site) => string;
  /** Whose role does not suffice; none where everybody's does. */
  not?: Chosen<Person>;
  /** What the wrong role is answered; 403. */
  notStatus?: number;
  /** Somebody of another organisation whose role would suffice. */
  elsewhere?: Chosen<Person>;
  status?: number;
  location?: Case['location'];
  says?: string;
  type?: string;
}

/** How a page answers everybody who may ask for it. */
export function pageCases(page: Guarded): Case[] {
  const { route, by, uid, rest = (path) => path, elsewhere = theirs('admin') } = page;
  const at =
    (value?: string): Chosen<string> =>
    (site) =>
      rest(route.replace(':uid', value ?? uid?.(site) ?? ''), site);
  const refused = (kind: Kind, who: Chosen<Person>, path: Chosen<string>): Case => ({
    kind,
    by: who,
    method: 'GET',
    path,
    status: 404,
  });
  return [
    { kind: 'anonymous', by: nobody, method: 'GET', path: at(), status: 302, location: signIn },
    ...(page.not
      ? [
          {
            kind: 'wrong role' as const,
            by: page.not,
            method: 'GET' as const,
            path: at(),
            status: page.notStatus ?? 403,
          },
        ]
      : []),
    ...(uid
      ? [
          refused('another organisation', elsewhere, at()),
          refused('unknown uid', by, at(nowhere)),
          refused('malformed uid', by, at('no-uid')),
        ]
      : []),
    {
      kind: 'success',
      by,
      method: 'GET',
      path: at(),
      status: page.status ?? 200,
      ...(page.location && { location: page.location }),
      ...(page.says && { says: page.says }),
      ...(page.type && { type: page.type }),
    },
  ];
}

interface Posted {
  path: Chosen<string>;
  by: Chosen<Person>;
  /** Whose role does not suffice; none where everybody's does. */
  not?: Chosen<Person>;
  /** Somebody elsewhere whose role would suffice, where the address names something. */
  elsewhere?: Chosen<Person>;
  /** The form with good values of that other organisation, where it names some. */
  elsewhereForm?: Chosen<Form>;
  /** The form as it succeeds. */
  form: Chosen<Form>;
}

/** How a form answers those who may not send it: with its good values, so that nothing but the person is wrong. */
export function postRefusals({ path, not, elsewhere, form, elsewhereForm = form }: Posted): Case[] {
  const post = { method: 'POST' as const, path, form };
  return [
    { ...post, kind: 'anonymous', about: 'form', by: nobody, status: 302, location: signIn },
    ...(not ? [{ ...post, kind: 'wrong role' as const, about: 'form', by: not, status: 403 }] : []),
    ...(elsewhere
      ? [
          {
            ...post,
            kind: 'another organisation' as const,
            about: 'form',
            by: elsewhere,
            status: 404,
            form: elsewhereForm,
          },
        ]
      : []),
  ];
}
