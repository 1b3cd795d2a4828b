import type { Person } from '#app/set-up/demonstration/world.ts';
import { nobody, nowhere, theirs, type Chosen } from './chosen.ts';
import type { Form, Site } from './site.ts';

/** The kinds of requests that each route is tested with. */
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
  /** Describes the request where the kind does not suffice. */
  about?: string;
  by: Chosen<Person | null>;
  method: 'GET' | 'POST';
  path: Chosen<string>;
  form?: Chosen<Form>;
  status: number;
  /** The Location header: exact, or a pattern. */
  location?: Chosen<string> | RegExp;
  /** Words that the page shows. */
  says?: string;
  /** The beginning of the content type; a page unless given. */
  type?: string;
}

/** One route with its cases. `without` gives the reason where a kind of request does not apply. */
export interface Row {
  /** As in app/routes.ts. */
  route: string;
  cases: Case[];
  without?: Partial<Record<Kind, string>>;
}

type Request = Omit<Case, 'method' | 'path'>;
export const get = (path: Case['path'], more: Request): Case => ({ method: 'GET', path, ...more });
export const post = (path: Case['path'], more: Request): Case => ({ method: 'POST', path, ...more });

/** A form whose reasons are typed by `type`; every form has one, since those without pass it over. */
export const withReasons = (form: Form, type: (reason: string) => string): Form =>
  Object.fromEntries(
    Object.entries({ reason: 'It was agreed.', ...form }).map(([name, value]) => [
      name,
      typeof value === 'string' && /reason$/i.test(name) ? type(value) : value,
    ]),
  );

/** Why a route without a uid has no cases of uids. */
export const noUid = {
  'another organisation': 'The address names nothing.',
  'unknown uid': 'The address names nothing.',
  'malformed uid': 'The address names nothing.',
};

const signIn: RegExp = /^\/\?redirect=/;

interface Guarded {
  route: string;
  /** Somebody who may request it. */
  by: Chosen<Person>;
  /** The value of `:uid`, where the route has one. */
  uid?: Chosen<string>;
  /** Values of further parameters, and the query. */
  rest?: (path: string, site: Site) => string;
  /** Somebody whose role does not suffice; absent where every role does. */
  not?: Chosen<Person>;
  /** The status for the wrong role; 403 unless given. */
  notStatus?: number;
  /** Somebody of another organisation whose role would suffice. */
  stranger?: Chosen<Person>;
  status?: number;
  location?: Case['location'];
  says?: string;
  type?: string;
}

/** The answers of a page to everybody who may request it. */
export function pageCases(page: Guarded): Case[] {
  const { route, by, uid, rest = (path) => path, stranger = theirs('admin') } = page;
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
          refused('another organisation', stranger, at()),
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
  /** Somebody whose role does not suffice; absent where every role does. */
  not?: Chosen<Person>;
  /** Somebody of another organisation whose role would suffice, where the address names something. */
  stranger?: Chosen<Person>;
  /** The form with values of the other organisation, where it names some. */
  strangerForm?: Chosen<Form>;
  /** The form as it succeeds. */
  form: Chosen<Form>;
}

/** The answers of a form with valid values to those who may not send it. */
export function postRefusals({ path, not, stranger, form, strangerForm = form }: Posted): Case[] {
  const post = { method: 'POST' as const, path, form };
  return [
    { ...post, kind: 'anonymous', about: 'form', by: nobody, status: 302, location: signIn },
    ...(not ? [{ ...post, kind: 'wrong role' as const, about: 'form', by: not, status: 403 }] : []),
    ...(stranger
      ? [
          {
            ...post,
            kind: 'another organisation' as const,
            about: 'form',
            by: stranger,
            status: 404,
            form: strangerForm,
          },
        ]
      : []),
  ];
}
