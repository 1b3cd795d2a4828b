import fc from 'fast-check';
import type { JsonSchema } from '#app/server/api/reference-page.ts';
import type { Description, Operation } from '../description.ts';
import { valuesOf, type Generating } from './schema.ts';
import { anything, byName, oddText, pick, poolOf } from './values.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
}

interface Described extends Operation {
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

/** A request as it was thought up. Picks and marks in it are filled in when it is sent. */
export interface Planned {
  operation: Described;
  method: string;
  /** Which organisation, and which of its people. */
  theirs: boolean;
  who: number;
  /** How the caller says who it is: few bring no token, or none of ours. */
  token: 'own' | 'none' | 'bad';
  path: Record<string, unknown>;
  query: [string, unknown][];
  /** undefined: no body. Text in `raw` goes as it is. */
  body: { json: unknown } | { raw: string } | undefined;
  headers: Record<string, unknown>;
}

/** Requests for every operation of the description, alike often. */
export function requestsOf(description: Description): fc.Arbitrary<Planned> {
  const { components } = description.text;
  const operations = description.operations as Described[];
  const each = operations.flatMap((operation) =>
    [0, 0, 6, 30].map((noise) =>
      requestOf(operation, { schemas: components.schemas, noise, others: noise === 0 ? 8 : 30 }),
    ),
  );
  return fc.oneof(...each);
}

function requestOf(operation: Described, how: Generating): fc.Arbitrary<Planned> {
  const parameters = operation.parameters?.filter(({ $ref }) => $ref === undefined) ?? [];
  const [, , collection = ''] = operation.path.split('/');
  const path = parameters
    .filter((one) => one.in === 'path')
    .map(({ name }) => [name, uidOf(poolOf(name === 'uid' ? collection : name), how)] as const);
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema, required }) => queryOf(name, schema, required ?? false, how));
  const schema = operation.requestBody?.content['application/json']?.schema;
  const noisy = (arbitrary: fc.Arbitrary<unknown>, weight: number, otherwise: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 100 - weight, arbitrary }, { weight, arbitrary: otherwise });
  return fc.record({
    operation: fc.constant(operation),
    method: noisy(
      fc.constant(operation.method),
      Math.ceil(how.noise / 10),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    ) as fc.Arbitrary<string>,
    theirs: fc.boolean(),
    who: fc.nat(99),
    token: fc.oneof(
      { weight: 94, arbitrary: fc.constant('own' as const) },
      { weight: 3, arbitrary: fc.constantFrom('none' as const, 'bad' as const) },
    ),
    path: fc.record(Object.fromEntries(path)),
    query: fc.tuple(...query).map((pairs) => pairs.flat()),
    body: bodyOf(schema, collection, how),
    headers: headersOf(operation.method, how),
  });
}

function uidOf(pool: ReturnType<typeof poolOf>, how: Generating): fc.Arbitrary<unknown> {
  const known = fc.oneof(
    { weight: 100 - how.others, arbitrary: pool === 'user' ? fc.oneof(pick(pool, 0), pick('self', 0)) : pick(pool, 0) },
    { weight: how.others, arbitrary: pick(pool, 100) },
  );
  if (how.noise === 0) return known;
  return fc.oneof(
    { weight: 80, arbitrary: known },
    { weight: 20, arbitrary: fc.oneof(fc.uuid(), oddText, pick('any', 50)) },
  );
}

function queryOf(
  name: string,
  schema: JsonSchema,
  required: boolean,
  how: Generating,
): fc.Arbitrary<[string, unknown][]> {
  const fitting = name === 'org' ? pick('org', how.others) : (byName[name] ?? valuesOf(schema, name, how));
  const value = how.noise === 0 ? fitting : fc.oneof({ weight: 4, arbitrary: fitting }, oddText);
  const once = value.map((one): [string, unknown][] => [[name, one]]);
  const never = fc.constant<[string, unknown][]>([]);
  const twice = fc.tuple(value, value).map(([one, other]): [string, unknown][] => [
    [name, one],
    [name, other],
  ]);
  return fc.oneof(
    { weight: required ? 20 : 10, arbitrary: once },
    { weight: required && how.noise === 0 ? 0 : 8, arbitrary: never },
    { weight: Math.ceil(how.noise / 10), arbitrary: twice },
  );
}

function bodyOf(schema: JsonSchema | undefined, name: string, how: Generating): fc.Arbitrary<Planned['body']> {
  const none = fc.constant(undefined);
  const json = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map((one) => ({ json: one }));
  if (!schema) return how.noise === 0 ? none : fc.oneof({ weight: 9, arbitrary: none }, json(anything));
  const described = json(valuesOf(schema, name, how));
  if (how.noise === 0) return described;
  const raw = fc
    .oneof(fc.constantFrom('', '{', '{"a":', 'null', '[[[[', '{"__proto__":{"admin":true}}', '[1,2'), oddText)
    .map((one) => ({ raw: one }));
  return fc.oneof(
    { weight: 88, arbitrary: described },
    { weight: 4, arbitrary: json(anything) },
    { weight: 5, arbitrary: raw },
    none,
  );
}

function headersOf(method: string, how: Generating): fc.Arbitrary<Record<string, unknown>> {
  const printable = fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((c) => String.fromCharCode(c)),
    maxLength: 60,
  });
  const headers: Record<string, fc.Arbitrary<unknown>> = {};
  if (method === 'POST')
    headers['Idempotency-Key'] = fc.oneof(
      fc.nat(40).map((n) => `key-${n}`),
      printable,
    );
  if (method !== 'POST')
    headers[method === 'GET' ? 'If-None-Match' : 'If-Match'] = fc.oneof(pick('etag', 10), fc.constant('*'), printable);
  if (how.noise > 6) {
    headers['Content-Type'] = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'application/problem+json',
      'x',
    );
    headers['Content-Encoding'] = fc.constantFrom('identity', 'gzip', 'br', 'zstd');
  }
  // Each is there in few requests, else nothing gets past them.
  return fc.tuple(fc.nat(99), fc.record(headers, { requiredKeys: [] })).map(([n, sent]) => (n < 25 ? sent : {}));
}
