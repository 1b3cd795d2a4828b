import { z } from 'zod';
import { hasCode } from '#events/error-code.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { Failure, FailureCode, Result } from '#events/failures.ts';
import type { Action } from '#events/permissions.ts';
import { limits } from '#events/limits.ts';
import type { Instant } from '#events/time.ts';
import { fixedFields, type Entity, type Passes } from '#app/kit/call/fixed-fields.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { actorOf } from '#app/kit/session/session.ts';
import type { Ports } from '#app/kit/ports.ts';
import { ask, type Query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import type { ReasonRule } from '#app/kit/command/reason.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Tag =
  | 'Sessions'
  | 'Identity'
  | 'Users'
  | 'Departments and functional areas'
  | 'Functions and absences'
  | 'Approval routes'
  | 'Documents'
  | 'Change requests and comments'
  | 'Approvals and records'
  | 'Reports'
  | 'Webhooks'
  | 'Organisation and ledger';

/** A request as its endpoint gets it, already parsed. `viewer` is null for visitors. */
export interface Call<P = unknown, Q = unknown, B = unknown, V extends Viewer | null = Viewer | null> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The part of a list to answer. */
  readonly page: z.output<typeof listParameters>;
  readonly viewer: V;
  readonly ports: Ports;
  readonly now: Instant;
  /** The same for every try of a request with an Idempotency-Key. */
  readonly commandId: string;
  /** The client's network address and program. */
  readonly address: string | null;
  readonly agent: string | null;
  /** The request's bearer token. */
  readonly token: string | null;
  /** The version in `If-Match`: an input of every command that changes something. */
  readonly expectedVersion: number | undefined;
}

/** A recorded file as an answer, and what records that its bytes are sent: a refusal of it sends nothing. */
export interface SentFile {
  readonly file: StoredFile;
  record(): Promise<Result<unknown>>;
}

/** An endpoint's answer; its status is declared. */
export interface Answer<T = unknown> {
  readonly data: T;
  /** The cursor of a list's next part. */
  readonly next?: string | null;
  /** The uid and the address of a created entity. */
  readonly uid?: string;
  readonly location?: string;
  /** The entity's version in its stream: the part of the ETag that `If-Match` compares. */
  readonly version?: number;
  /** The answer is these bytes, and no JSON. */
  readonly file?: SentFile;
}

type Fields = z.ZodObject | undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Declared<P extends Fields, Q extends Fields, B extends z.ZodType | undefined, D extends z.ZodType> {
  readonly method: Method;
  /** The specification's path template: `/api/docs/{uid}`. */
  readonly path: `/api/${string}`;
  /** Its name in the OpenAPI description: `getDocument`. */
  readonly operation: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The path's parameters. A value that does not fit is 404. */
  readonly params?: P;
  readonly query?: Q;
  /** The body's fields and types. The command checks the values, with its own messages. */
  readonly body?: B;
  /** The schema of `data`. */
  readonly data: D;
  /** Default: 200. */
  readonly status?: 200 | 201;
  /**
   * Takes `limit` and `cursor`, and answers `next`; `parts`: never the whole of a long list at once. A `feed` has
   * parameters of its own, and always a `next`.
   */
  readonly list?: boolean | 'parts' | 'feed';
  /** Compares `If-Match`, and answers an ETag for it. */
  readonly versioned?: boolean;
  /** The answer is a file of this type, and no JSON. */
  readonly mediaType?: string;
  /** The answer opens something without a token: no cache may store it, and it has no ETag. */
  readonly secret?: boolean;
  /** For visitors, and for whom the bearer token of a session shows, where one is sent. */
  readonly takesSession?: boolean;
  /** Refusals of this endpoint alone (see app/server/api/refusals.ts for those of all). */
  readonly refusals?: readonly FailureCode[];
  /** The body's names for the fields of the command's refusals, where they differ. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** An endpoint as the server mounts it and the API description shows it. */
export interface Endpoint extends Omit<Declared<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>, 'refusals'> {
  readonly refusals: readonly FailureCode[];
  /** `anyone`: no bearer token. */
  readonly permission: Action | 'signed-in' | 'anyone';
  readonly refusedAs: FailureCode;
  /** It runs a command. A GET that does is listed in app/server/api/serve.ts. */
  readonly changes: boolean;
  run(call: Call): Promise<Result<Answer>>;
}

/** Thrown within an endpoint to refuse the request. */
export class RefusedCall extends Error {
  readonly code = 'call_refused';
  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

export const isRefusedCall = (error: unknown): error is RefusedCall => hasCode(error, 'call_refused');

/** Asks a query within an endpoint; a refusal of the query refuses the request. */
export async function askFor<S extends z.ZodType, O>(
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
  query: Query<S, O>,
  input: z.input<S>,
): Promise<O> {
  const { ports, viewer, now } = call;
  if (!viewer) throw new RefusedCall({ code: 'not_signed_in' });
  const answer = await ask(query, input, { ports, viewer, now });
  if (!answer.ok) throw new RefusedCall(answer.failure);
  return answer.value;
}

type CallOf<P extends Fields, Q extends Fields, B extends z.ZodType | undefined, V extends Viewer | null> = Call<
  OutputOf<P>,
  OutputOf<Q>,
  OutputOf<B>,
  V
>;

/** Declares an endpoint that reads: it asks one query and answers the specification's entities. */
export function reads<
  D extends z.ZodType,
  S extends z.ZodType,
  O,
  P extends Fields = undefined,
  Q extends Fields = undefined,
>(
  declared: Declared<P, Q, undefined, D> & {
    readonly asks: Query<S, O>;
    readonly input: (call: CallOf<P, Q, undefined, Viewer>) => z.input<S>;
    readonly answer: (
      value: O,
      call: CallOf<P, Q, undefined, Viewer>,
    ) => Answer<z.input<D>> | Promise<Answer<z.input<D>>>;
  },
): Endpoint {
  const { asks: query, input, answer, ...rest } = declared;
  return {
    ...(rest as unknown as Omit<Endpoint, 'run'>),
    refusals: declared.refusals ?? [],
    permission: query.permission,
    refusedAs: 'not_allowed',
    changes: false,
    run: async (given) => {
      const call = given as CallOf<P, Q, undefined, Viewer>;
      return { ok: true, value: await answer(await askFor(call, query, input(call)), call) };
    },
  };
}

/**
 * How a call treats the fields of a whole entity that it does not change: those that differ from `there` are refused.
 */
interface Comparing<P extends Fields, Q extends Fields, B extends z.ZodType | undefined, V extends Viewer | null> {
  /** The entity as a GET answers it, or as it will be created. */
  readonly there: (call: CallOf<P, Q, B, V>) => Answer<object> | Promise<Answer<object>>;
  readonly changes: z.ZodObject;
  /** Where more than equal values pass. */
  readonly passes?: Readonly<Record<string, Passes>>;
}

interface Doing<
  D extends z.ZodType,
  S extends z.ZodType,
  O,
  P extends Fields,
  Q extends Fields,
  B extends z.ZodType | undefined,
  V extends Viewer | null,
> extends Declared<P, Q, B, D> {
  /** The command, or a function that makes it for the request (`signIn('call', agent)`). */
  readonly command: Command<S, O> | ((call: CallOf<P, Q, B, V>) => Command<S, O>);
  /** The permission, where the command is made for the request. */
  readonly permission?: 'anyone';
  readonly compares?: Comparing<P, Q, B, V>;
  /** The command's input, which the command checks. `there`: the entity that the body was compared with. */
  readonly input: (call: CallOf<P, Q, B, V>, there: Entity) => unknown;
  readonly answer: (value: O, call: CallOf<P, Q, B, V>) => Answer<z.input<D>> | Promise<Answer<z.input<D>>>;
}

/** Declares an endpoint that runs one command. */
export function runs<
  D extends z.ZodType,
  S extends z.ZodType,
  O,
  P extends Fields = undefined,
  Q extends Fields = undefined,
  B extends z.ZodType | undefined = undefined,
>(declared: Doing<D, S, O, P, Q, B, Viewer> & { readonly command: Command<S, O> }): Endpoint {
  return acting(declared);
}

/** The same for visitors: `viewer` is null, no bearer token is needed. */
export function runsForAnyone<
  D extends z.ZodType,
  S extends z.ZodType,
  O,
  P extends Fields = undefined,
  Q extends Fields = undefined,
  B extends z.ZodType | undefined = undefined,
>(declared: Doing<D, S, O, P, Q, B, null>): Endpoint {
  return acting({ ...declared, permission: 'anyone' });
}

function acting<
  D extends z.ZodType,
  S extends z.ZodType,
  O,
  P extends Fields,
  Q extends Fields,
  B extends z.ZodType | undefined,
  V extends Viewer | null,
>(declared: Doing<D, S, O, P, Q, B, V>): Endpoint {
  const { command, permission, compares, input, answer, ...rest } = declared;
  const fixed = typeof command === 'function' ? null : command;
  const { schemas, reasonOf } = withReasonOf(rest as unknown as Endpoint, fixed?.reason);
  return {
    ...(rest as unknown as Omit<Endpoint, 'run'>),
    ...schemas,
    refusals: declared.refusals ?? [],
    permission: permission ?? fixed?.permission ?? 'signed-in',
    refusedAs: fixed?.refusedAs ?? 'not_allowed',
    changes: true,
    run: async (given) => {
      const call = given as CallOf<P, Q, B, V>;
      const { ports, viewer, now, commandId, address } = given;
      const there = await compares?.there(call);
      const refusal = compares && there ? fixedFields(call, there, compares) : null;
      if (refusal) return refusal;
      const asked = { ...((await input(call, (there?.data ?? {}) as Entity)) as object), ...reasonOf(given) };
      const done = await execute(typeof command === 'function' ? command(call) : command, asked, {
        ports,
        org: viewer?.org ?? '',
        actor: viewer ? actorOf(viewer, address) : { kind: 'visitor', address },
        viewer,
        commandId,
        now,
      });
      return done.ok ? { ok: true, value: await answer(done.value, call) } : done;
    },
  };
}

/** The value of a missing body: for an object each missing field is named. */
export const bodyless = (body: z.ZodType | undefined): object | undefined =>
  body instanceof z.ZodObject ? {} : undefined;

/** The list parameters of an endpoint; undefined where it answers no list. */
export const listParametersOf = ({ list }: Pick<Endpoint, 'list'>) =>
  list === 'parts' ? partParameters : list === true ? listParameters : undefined;

/** Whether a client may store the answer and ask whether it still holds: true for reads, except links. */
export const isRevalidated = ({ method, changes, secret }: Endpoint): boolean =>
  method === 'GET' && !changes && secret !== true;

/** The parameters of every list. */
const listParameters = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('The most entries to answer. Default: the whole list.'),
  cursor: z
    .string()
    .max(2000)
    .meta({ examples: ['WzE3OTY3NzQ0MDAwMDBd'] })
    .optional()
    .describe('The `next` of the answer before.'),
});

/** The same of a list that is always answered in parts. */
const partParameters = listParameters.extend({
  limit: listParameters.shape.limit.unwrap().default(1000).describe('The most entries to answer.'),
});

interface Sent {
  readonly body: unknown;
  readonly query: unknown;
}

const aboutReason = 'The reason for change, up to 1000 characters.';
const reason = z.string().meta({ maxLength: limits.reason, examples: ['Yearly review.'] });
const reasonFields = {
  required: { reason: reason.describe(aboutReason) },
  offered: { reason: reason.nullish().describe(`${aboutReason} Organisations can require it.`) },
  depends: {
    reason: reason.nullish().describe(`${aboutReason} Organisations can require it for what is in force or review.`),
  },
};
const reasonIn = (sent: unknown) => ({ reason: (sent as { reason?: string | null } | undefined)?.reason });

/** Adds the reason of an endpoint's command: to the body, or to the query if the body has no fields. */
function withReasonOf(
  { method, body, query }: { method: string; body?: z.ZodType; query?: z.ZodObject },
  rule: ReasonRule | undefined,
) {
  if (!rule) return { schemas: {}, reasonOf: () => ({}) };
  // A body that may be left out has its reason in the query too.
  if (body instanceof z.ZodOptional && body.unwrap() instanceof z.ZodObject) {
    const whole = body.unwrap() as z.ZodObject;
    return {
      schemas: {
        body: whole.extend(reasonFields[rule]).optional(),
        query: (query ?? z.object({})).extend(reasonFields[rule]),
      },
      reasonOf: ({ body: sent, query: asked }: Sent) => ({ reason: reasonIn(sent).reason ?? reasonIn(asked).reason }),
    };
  }
  const fields = body === undefined ? z.object({}) : body instanceof z.ZodObject ? body : null;
  return fields && method !== 'DELETE'
    ? { schemas: { body: fields.extend(reasonFields[rule]) }, reasonOf: ({ body: sent }: Sent) => reasonIn(sent) }
    : {
        schemas: { query: (query ?? z.object({})).extend(reasonFields[rule]) },
        reasonOf: ({ query: sent }: Sent) => reasonIn(sent),
      };
}
