import { refuse, type FailureCode } from '#events/failures.ts';
import { refusalsOf } from '#app/server/api/refusals.ts';
import type { Endpoint } from '#app/kit/call/endpoint.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import type {
  CallsPage,
  AnswerView,
  CallView,
  FieldView,
  ParameterView,
  TypeView,
} from '#app/integrations/screens/reference/calls.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Answered {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema }>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example: unknown }> };
  responses: Record<string, Answered>;
}

interface Description {
  info: { version: string; description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; parameters: Record<string, Parameter> };
}

/** Refusals where no endpoint is found. */
const withoutEndpoint: readonly FailureCode[] = ['not_found', 'method_not_allowed', 'fault'];

/** The API description for the reference page, in the order of the endpoints, with types and refusals in words. */
export function readCalls(endpoints: readonly Endpoint[], described: object, origin: string): CallsPage {
  const description = described as Description;
  const { components, info, tags } = description;
  const codes = new Set<FailureCode>(withoutEndpoint);
  const calls = endpoints.map((endpoint) => {
    const operation = description.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    if (!operation) throw new Error(`${endpoint.operation} is not described`);
    const refusals = refusalsOf(endpoint);
    for (const code of refusals) codes.add(code);
    return { tag: endpoint.tag as string, call: callOf(endpoint, operation, refusals, components) };
  });
  return {
    version: info.version,
    about: info.description.split('\n\n'),
    origin,
    groups: tags
      .map(({ name, description: about = '' }) => ({
        name,
        about,
        calls: calls.filter(({ tag }) => tag === name).map(({ call }) => call),
      }))
      .filter((group) => group.calls.length > 0),
    entities: Object.entries(components.schemas).map(([name, schema]) => ({
      name,
      about: schema.description ?? '',
      fields: fieldsOf(schema, components),
    })),
    problems: [...codes]
      .map((code) => ({ code, ...statusAndTitle(code) }))
      .toSorted((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1)),
  };
}

function statusAndTitle(code: FailureCode): { status: number; title: string } {
  const { status, title } = problemOf(refuse(code).failure);
  return { status, title };
}

function callOf(
  { method, path, permission, operation: id }: Endpoint,
  operation: Operation,
  refusals: ReadonlySet<FailureCode>,
  components: Description['components'],
): CallView {
  const body = operation.requestBody?.content['application/json'];
  return {
    id,
    method,
    path,
    summary: operation.summary,
    about: operation.description.split('\n\n'),
    parameters: (operation.parameters ?? []).map((parameter) => parameterOf(parameter, components)),
    body: body ? { fields: fieldsOf(body.schema, components), sample: JSON.stringify(body.example, null, 2) } : null,
    open: permission === 'anyone',
    answers: Object.entries(operation.responses).map(([status, answered]) =>
      answerOf(Number(status), answered, refusals),
    ),
  };
}

function parameterOf(given: Parameter, { parameters }: Description['components']): ParameterView {
  const { name, in: place, required = false, description = '', schema } = named(given, parameters);
  return { name, place, required, about: description, type: typeOf(schema) };
}

const named = <T extends { $ref?: string }>(given: T, parts: Readonly<Record<string, T>>): T =>
  (given.$ref === undefined ? undefined : parts[nameOf(given.$ref)]) ?? given;

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

function answerOf(status: number, answered: Answered, refusals: ReadonlySet<FailureCode>): AnswerView {
  const data = answered.content?.['application/json']?.schema.properties?.data;
  const problems = [...refusals]
    .map((code) => ({ code, ...statusAndTitle(code) }))
    .filter((problem) => problem.status === status)
    .map(({ code, title }) => ({ code, title }));
  return {
    status,
    about: status < 400 ? answered.description : '',
    data: data ? typeOf(data) : null,
    headers: Object.keys(answered.headers ?? {}),
    problems,
  };
}

/** A schema's type in words. */
function typeOf(schema: JsonSchema): TypeView {
  if (schema.$ref !== undefined) return { text: nameOf(schema.$ref), entity: nameOf(schema.$ref) };
  if (schema.const !== undefined) return { text: JSON.stringify(schema.const), entity: null };
  if (schema.enum) return { text: schema.enum.map((one) => JSON.stringify(one)).join(', '), entity: null };
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) {
    const types = choices.map(typeOf);
    return {
      text: types.map(({ text }) => text).join(' or '),
      entity: types.find(({ entity }) => entity !== null)?.entity ?? null,
    };
  }
  if (schema.type === 'array') {
    const { text, entity } = typeOf(schema.items ?? {});
    return { text: `list of ${text}`, entity };
  }
  return {
    text: [schema.type ?? 'anything']
      .flat()
      .map((type) => wordOf(type, schema))
      .join(' or '),
    entity: null,
  };
}

/** Whether a bound is one of the product's, not of the computer's numbers. */
const isOwnBound = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < 1_000_000_000;

function wordOf(type: string, { format, minimum, maximum, maxLength }: JsonSchema): string {
  if (type === 'string') {
    const word = format === 'uuid' ? 'uid' : format ? `string (${format})` : 'string';
    return maxLength === undefined ? word : `${word}, at most ${maxLength} characters`;
  }
  if (type !== 'integer' && type !== 'number') return type;
  const from = isOwnBound(minimum) ? `, at least ${minimum}` : '';
  return `${type}${from}${isOwnBound(maximum) ? `, at most ${maximum}` : ''}`;
}

/** The fields of a body or an entity. A value that is not an object is one field without a name. */
function fieldsOf(given: JsonSchema, { schemas }: Description['components'], prefix = ''): FieldView[] {
  const schema = named(given, schemas);
  if (!schema.properties)
    return [{ name: prefix, type: typeOf(schema), required: true, about: schema.description ?? '' }];
  const written = Object.entries(schema.properties).filter(([, one]) => !one.readOnly);
  return written.flatMap(([name, one]) => {
    const field = {
      name: prefix + name,
      type: typeOf(one),
      required: schema.required?.includes(name) ?? false,
      about: one.description ?? '',
    };
    return one.properties ? [field, ...fieldsOf(one, { schemas, parameters: {} }, `${prefix}${name}.`)] : [field];
  });
}

/** The part of JSON Schema (draft 2020-12) that the API description uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: JsonSchema;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
  description?: string;
  readOnly?: boolean;
}
