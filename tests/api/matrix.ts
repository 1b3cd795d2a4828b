import { nobody, nowhere, type Chosen } from '#tests/http/chosen.ts';
import type { Site } from '#tests/http/site.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { z } from 'zod';
import { endpoints } from '#app/server/api/endpoints.ts';
import type { Sent } from './client.ts';

/** What an operation is tried with. */
export const kinds = [
  'no token',
  'wrong role',
  'other organisation',
  'malformed',
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
  send: Chosen<Sent>;
  status: number;
  /** The end of the problem's type. */
  refusal?: string;
  /** The problem's title. */
  title?: string;
  /** Fields that are refused (422). */
  fields?: string[];
  /** Part of the body. */
  holds?: Chosen<object>;
  /** Of an answer that is a link: how the address goes on after this site's own. */
  link?: Chosen<string>;
}

/** One operation and how it answers each. `without` gives the reason where a kind has no meaning for it. */
export interface Row {
  /** As in the description. */
  operation: string;
  cases: Case[];
  without?: Partial<Record<Kind, string>>;
}

/** How an operation answers a request without a token. Its values are valid, so that only the person is wrong. */
export const noToken = (send: Chosen<Sent>): Case => ({
  kind: 'no token',
  by: nobody,
  send,
  status: 401,
  refusal: 'not_signed_in',
});

/** A body that is no JSON, and one that is not said to be. */
export const badBodies = (by: Chosen<Person | null>, send: Chosen<Sent>): Case[] => [
  {
    kind: 'malformed',
    about: 'no JSON',
    by,
    send: (site) => ({ ...send(site), body: '{"name": ' }),
    status: 400,
    refusal: 'malformed',
  },
  {
    kind: 'malformed',
    about: 'another content type',
    by,
    send: (site) => ({ ...send(site), headers: { 'Content-Type': 'text/plain' } }),
    status: 415,
    refusal: 'not_json',
  },
];

/** What is not there: of another organisation, unknown, no uid at all. */
export const notThere = (
  by: Chosen<Person>,
  outsider: Chosen<Person>,
  send: (site: Site, uid: string) => Sent,
  uid: Chosen<string>,
): Case[] => [
  {
    kind: 'other organisation',
    by: outsider,
    send: (site) => send(site, uid(site)),
    status: 404,
    refusal: 'not_found',
  },
  {
    kind: 'malformed',
    about: 'unknown uid',
    by,
    send: (site) => send(site, nowhere),
    status: 404,
    refusal: 'not_found',
  },
  { kind: 'malformed', about: 'no uid', by, send: (site) => send(site, 'no-uid'), status: 404, refusal: 'not_found' },
];

/** The fields of an endpoint's body or query, a body that may be left out too. */
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodOptional
    ? fieldsOf(schema.unwrap() as z.ZodType)
    : schema instanceof z.ZodObject
      ? Object.keys(schema.shape)
      : [];

/** Where an operation takes a reason, as its declared schemas say. */
export function reasonPlace(operation: string): 'body' | 'query' | null {
  const endpoint = endpoints.find((one) => one.operation === operation);
  if (fieldsOf(endpoint?.body).includes('reason')) return 'body';
  return fieldsOf(endpoint?.query).includes('reason') ? 'query' : null;
}

/** The same request with this reason; as it is where the operation takes none. */
export function withReason(operation: string, sent: Sent, type: (reason: string) => string): Sent {
  const place = reasonPlace(operation);
  if (place === 'body' && (sent.body === undefined || typeof sent.body === 'object')) {
    const body = sent.body as { reason?: unknown } | undefined;
    return { ...sent, body: { ...body, reason: type(typeof body?.reason === 'string' ? body.reason : 'Agreed.') } };
  }
  if (place !== 'query') return sent;
  const [path = '', query] = sent.path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('reason', type(parameters.get('reason') ?? 'Agreed.'));
  return { ...sent, path: `${path}?${parameters.toString()}` };
}
