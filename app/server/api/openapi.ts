import { z } from 'zod';
import type { Config } from '#app/adapters/environment/config.ts';
import { refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { role } from '#events/user/events.ts';
import { bodyless, isRevalidated, listParametersOf, type Endpoint } from '#app/kit/call/endpoint.ts';
import { headerParameters, headers, text, type HeaderName } from '#app/server/api/description-headers.ts';
import { position } from '#app/kit/call/fields.ts';
import { examples } from '#app/server/api/examples.ts';
import { scopeOf } from '#app/server/api/scopes.ts';
import { refusalsOf } from '#app/server/api/refusals.ts';
import { problemSchema } from '#app/kit/errors/problem-json.ts';
import { problemOf } from '#app/kit/errors/problem.ts';

type Json = Record<string, unknown>;
type Schemas = Record<string, unknown>;

const limited = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** How the API works, in paragraphs: of the description and of the reference page. */
const about = [
  'A success is `{ "data": … }`; a list that goes on also has `next`. Dates are epoch milliseconds; missing ' +
    'values are null. Entities of other organisations are 404.',
  '`POST /api/session` gives a token: send it as `Authorization: Bearer …`. The person sees the session in their ' +
    'list and can end it there. Every signature asks for email and password again.',
  'A program uses a service account instead, which an admin creates in the settings. Its token begins with ' +
    '`imp_sa_` and has scopes, an expiry and, if wished, networks. The account has the rights of its owner as far ' +
    'as its scopes reach. It never signs, approves, publishes, retires or changes settings.',
  'A refusal is `application/problem+json` (RFC 9457): `type` names its kind, `title` is the message of the screens, ' +
    '`errors` names the fields of a 422.',
  'A body may be the whole entity that you read. A field that the request cannot change is refused (422) where it ' +
    'differs from what is there.',
  'With `Idempotency-Key` a POST can be repeated safely: within a day it succeeds once and is answered the same. ' +
    'With `If-Match` and the `ETag` that you read, a change succeeds only if nobody else has made one since. With ' +
    '`If-None-Match` the answer is 304 while nothing has changed.',
  'Requests are limited for each minute: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` tell how ' +
    'many are left and the seconds until the minute ends; beyond them the answer is 429 with `Retry-After`. ' +
    '`X-Request-Id` is in every answer and in the log of the server.',
  'A list takes `sort`, `limit` and `cursor`. To read what is new, write down the time, ask with `changed_since` ' +
    'and begin the next time a minute before it; an entry that comes twice has the same uid.',
  'What is described here stays. Fields, filters and values of an enum may be added; ignore what you do not ' +
    'know. An endpoint that is to go is marked `deprecated` here and answers `Deprecation` and `Sunset` (RFC 9745, ' +
    'RFC 8594) for at least twelve months before.',
];

const tags = [
  ['Sessions', 'Get and end a bearer token.'],
  ['Identity', 'Passwords and codes.'],
  ['Users', 'The people of the organisation.'],
  ['Departments and functional areas', 'How people and documents are grouped.'],
  ['Functions and absences', 'What people stand for in approvals, and who stands in for whom.'],
  ['Approval routes', 'The steps that versions of some documents take to their approval.'],
  ['Documents', 'Controlled documents from draft to retirement.'],
  ['Change requests and comments', 'What readers ask for, and what a review says.'],
  ['Approvals and records', 'Everything that people sign.'],
  ['Reports', 'Files about training, documents and people.'],
  ['Webhooks', 'Messages to another program about what happened.'],
  ['Organisation and ledger', 'Who acts, the organisation, and every event in order.'],
];

const isLocalhost = (url: string): boolean => /^https?:\/\/localhost(?=[:/]|$)/.test(url);

/** The API as an OpenAPI 3.1 description, made from the schemas that check the requests. */
export function describeCalls(
  endpoints: readonly Endpoint[],
  { version, publicUrl }: Pick<Config, 'version' | 'publicUrl'>,
): Json {
  const schemas: Schemas = {};
  schemaOf(problemSchema, 'output', schemas);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Imprimatur',
      version,
      description: about.join('\n\n'),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    // On another machine `localhost` is that machine.
    servers: [{ url: isLocalhost(publicUrl) ? '/' : publicUrl }],
    security: [{ bearer: [] }],
    tags: tags.map(([name, description]) => ({ name, ...(description && { description }) })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
      headers,
      parameters: headerParameters,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of `POST /api/session`, or that of a service account.',
        },
      },
    },
  };
}

function operation(endpoint: Endpoint, schemas: Schemas): Json {
  const { method, params, query, body, versioned, permission, mediaType } = endpoint;
  const list = listParametersOf(endpoint);
  const parameters = [
    ...(params ? fieldsOf(params, 'path', schemas) : []),
    ...(query ? fieldsOf(query, 'query', schemas) : []),
    ...(list ? fieldsOf(list, 'query', schemas) : []),
    ...(method === 'POST' ? [parameter('Idempotency-Key')] : []),
    ...(versioned && method !== 'GET' && method !== 'POST' ? [parameter('If-Match')] : []),
    ...(mediaType ? [parameter('Range'), parameter('If-Range')] : []),
    ...(isRevalidated(endpoint) || mediaType ? [parameter('If-None-Match')] : []),
  ];
  return {
    operationId: endpoint.operation,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, whoMay(endpoint), programsMay(endpoint)].filter(Boolean).join('\n\n'),
    ...(permission === 'anyone' && { security: endpoint.takesSession ? [{}, { bearer: [] }] : [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(bodyless(body)).success,
        content: {
          'application/json': { schema: schemaOf(body, 'input', schemas), example: examples[endpoint.operation] },
        },
      },
    }),
    responses: { ...(mediaType ? fileAnswers(mediaType) : successes(endpoint, schemas)), ...refusals(endpoint) },
  };
}

const parameter = (name: keyof typeof headerParameters): Json => ({ $ref: `#/components/parameters/${name}` });

function whoMay({ permission, takesSession }: Endpoint): string {
  if (takesSession) return 'A bearer token may be sent.';
  if (permission === 'anyone') return 'No bearer token is needed.';
  if (permission === 'signed-in') return 'For everyone who is signed in.';
  const roles = role.options.filter((one) => roleMay(one, permission));
  return `For ${roles.length === role.options.length ? 'every role' : roles.join(', ')}.`;
}

/** What a service account needs for it. */
function programsMay({ permission, operation: name }: Endpoint): string | null {
  if (permission === 'anyone') return null;
  const scope = scopeOf(name);
  if (scope === 'never') return 'Never for a service account.';
  return scope === 'any' ? 'For every service account.' : `For a service account with the scope \`${scope}\`.`;
}

function successes(endpoint: Endpoint, schemas: Schemas): Json {
  const { method, status = 200, list, versioned, data } = endpoint;
  // A deleted entity has no version.
  const tagged = isRevalidated(endpoint) || (versioned && !(data instanceof z.ZodNull));
  const names: HeaderName[] = [
    'X-Request-Id',
    ...limited,
    ...(tagged ? (['ETag'] as const) : []),
    ...(status === 201 && versioned ? (['uid', 'Location'] as const) : []),
    ...(method === 'POST' ? (['Idempotency-Replayed'] as const) : []),
  ];
  const cursor = text(2000, 'WzE3OTY3NzQ0MDAwMDBd');
  const properties = {
    data: schemaOf(data, 'output', schemas),
    ...(list &&
      list !== 'feed' && {
        next: { ...cursor, type: ['string', 'null'], description: 'The `cursor` of the next part; null at the end.' },
      }),
    ...(list === 'feed' && {
      next: { ...schemaOf(position, 'output', schemas), description: 'The `after` of the next request.' },
    }),
  };
  return {
    [status]: {
      description: status === 201 ? 'Created' : 'Done',
      headers: headersOf(names),
      content: {
        'application/json': {
          schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
        },
      },
    },
    ...(isRevalidated(endpoint) && {
      304: { description: 'Not changed', headers: headersOf(['X-Request-Id', 'ETag']) },
    }),
  };
}

/** A file, or a part of it. */
function fileAnswers(mediaType: string): Json {
  const names = ['X-Request-Id', ...limited, 'ETag', 'Accept-Ranges', 'Repr-Digest', 'Digest'] as const;
  const content = { [mediaType]: { schema: { type: 'string', contentMediaType: mediaType } } };
  return {
    200: { description: 'The file', headers: headersOf(names), content },
    206: { description: 'A part of it', headers: headersOf([...names, 'Content-Range']), content },
    304: { description: 'Not changed', headers: headersOf(['X-Request-Id', 'ETag']) },
  };
}

const headersOf = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function refusals(endpoint: Endpoint): Json {
  const byStatus = new Map<number, Set<string>>();
  for (const code of refusalsOf(endpoint)) {
    const { status, title } = problemOf(refuse(code).failure);
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(`\`${code}\`: ${title}`));
  }
  const extra: Record<number, HeaderName> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };
  const answers = [...byStatus].map(([status, titles]) => {
    const more = extra[status];
    return [
      status,
      {
        description: [...titles].join('\n\n'),
        headers: headersOf(['X-Request-Id', ...(more ? [more] : []), ...(status === 429 ? limited : [])]),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ] as const;
  });
  return Object.fromEntries(answers);
}

/** An object's fields as parameters of a path or a query. */
function fieldsOf(fields: z.ZodObject, place: 'path' | 'query', schemas: Schemas): Json[] {
  const { properties = {}, required = [] } = schemaOf(fields, 'input', schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** A zod schema as JSON Schema (draft 2020-12); a schema with an id becomes a component of the description. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs: parts = {}, id, ...whole } = JSON.parse(text) as Json & { $defs?: Schemas; id?: string };
  for (const [name, part] of Object.entries(parts)) {
    const { id: _, ...component } = part as Json;
    schemas[name] = component;
  }
  if (id === undefined) return whole;
  schemas[id] = whole;
  return { $ref: `#/components/schemas/${id}` };
}
