import { z } from 'zod';
import type { Failure, FailureCode, Result } from '#events/failures.ts';
import type { Action } from '#events/permissions.ts';
import { execute, type Command } from '#app/commands/command.ts';
import { actorOf } from '#app/server/cookies/session.ts';
import type { Ports } from '#app/ports.ts';
import { ask, type Query } from '#app/queries/query.ts';
import type { Viewer } from '#app/queries/viewer.ts';

/** What every list takes. */
export const listParameters = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional().describe('At most so many; the whole list where absent.'),
  cursor: z.string().max(2000).optional().describe('`next` of the answer before.'),
});

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Tag =
  | 'Sessions'
  | 'Identity'
  | 'Users'
  | 'Departments and functional areas'
  | 'Documents'
  | 'Approvals and records'
  | 'Reports';

/** A call as its endpoint sees it, already parsed. `viewer` is null for visitors alone. */
export interface Call<P = unknown, Q = unknown, B = unknown, V extends Viewer | null = Viewer | null> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Which part of a list is asked for. */
  readonly page: z.output<typeof listParameters>;
  readonly viewer: V;
  readonly ports: Ports;
  /** ISO 8601 in UTC. */
  readonly now: string;
  /** The same for every try of a request with an Idempotency-Key. */
  readonly commandId: string;
  /** The client's network address and program. */
  readonly address: string | null;
  readonly agent: string | null;
  /** The bearer token that the call came with. */
  readonly token: string | null;
  /** The version of the thing that the caller has seen (`If-Match`): an input of every command that changes one. */
  readonly expectedVersion: number | undefined;
}

/** What an endpoint answers besides its status. */
export interface Answer<T = unknown> {
  readonly data: T;
  /** Of a list that goes on: the cursor of its next part. */
  readonly next?: string | null;
  /** Of what was created: its uid, and where it is found. */
  readonly uid?: string;
  readonly location?: string;
  /** The version of the thing in its stream: the part of the ETag that `If-Match` guards. */
  readonly version?: number;
}

type Fields = z.ZodObject | undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Declared<P extends Fields, Q extends Fields, B extends z.ZodType | undefined, D extends z.ZodType> {
  readonly method: Method;
  /** The specification's path template: `/api/docs/{uid}`. */
  readonly path: `/api/${string}`;
  /** Its name in the description: `getDocument`. */
  readonly operation: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The path's parameters. What does not fit is not there (404). */
  readonly params?: P;
  readonly query?: Q;
  /** The body's shape: fields, types, what is required. What a field may hold is the command's own rule, with its message. */
  readonly body?: B;
  /** What stands under `data`. */
  readonly data: D;
  /** 200 unless something is created. */
  readonly status?: 200 | 201;
  /** Takes `limit` and `cursor`, answers `next` beside `data`. */
  readonly list?: boolean;
  /** Holds to the version that `If-Match` names, and answers an ETag that it can name. */
  readonly versioned?: boolean;
  /** What it answers opens something without a token: no cache may store it, and there is no asking whether it still is the same. */
  readonly secret?: boolean;
  /** What it may refuse with besides what every call may (see `generalRefusals`). */
  readonly refusals?: readonly FailureCode[];
  /** The body's names for the fields of the command's refusals, where they differ. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** An endpoint as the server mounts it and the description describes it. */
export interface Endpoint extends Omit<Declared<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>, 'refusals'> {
  readonly refusals: readonly FailureCode[];
  /** `anyone`: no bearer token. */
  readonly permission: Action | 'signed-in' | 'anyone';
  readonly refusedAs: FailureCode;
  /** It runs a command: a GET that does is named in app/api/state-changing.ts. */
  readonly changes: boolean;
  run(call: Call): Promise<Result<Answer>>;
}

/** A refusal on its way out of an endpoint. */
export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.code);
  }
}

/** Asks a query within an endpoint; its refusal is the endpoint's. */
export async function askFor<S extends z.ZodType, O>(
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
  query: Query<S, O>,
  input: z.input<S>,
): Promise<O> {
  const { ports, viewer, now } = call;
  if (!viewer) throw new Refused({ code: 'not_signed_in' });
  const answer = await ask(query, input, { ports, viewer, now });
  if (!answer.ok) throw new Refused(answer.failure);
  return answer.value;
}

type CallOf<P extends Fields, Q extends Fields, B extends z.ZodType | undefined, V extends Viewer | null> = Call<
  OutputOf<P>,
  OutputOf<Q>,
  OutputOf<B>,
  V
>;

/** Declares a call that reads: it asks one query and shows its answer as the specification's entities. */
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

interface Doing<
  D extends z.ZodType,
  S extends z.ZodType,
  O,
  P extends Fields,
  Q extends Fields,
  B extends z.ZodType | undefined,
  V extends Viewer | null,
> extends Declared<P, Q, B, D> {
  /** The command, or what makes it for this call (`signIn('call', agent)`). */
  readonly command: Command<S, O> | ((call: CallOf<P, Q, B, V>) => Command<S, O>);
  /** The command's permission, where the command is made for the call. */
  readonly permission?: 'anyone';
  /** The command's input. It is checked by the command itself. */
  readonly input: (call: CallOf<P, Q, B, V>) => unknown;
  readonly answer: (value: O, call: CallOf<P, Q, B, V>) => Answer<z.input<D>> | Promise<Answer<z.input<D>>>;
}

/** Declares a call that acts: it runs one command, and shows what came of it. */
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

/** The same for whoever is not signed in: `viewer` is null, no bearer token is asked for. */
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
  const { command, permission, input, answer, ...rest } = declared;
  const fixed = typeof command === 'function' ? null : command;
  return {
    ...(rest as unknown as Omit<Endpoint, 'run'>),
    refusals: declared.refusals ?? [],
    permission: permission ?? fixed?.permission ?? 'signed-in',
    refusedAs: fixed?.refusedAs ?? 'not_allowed',
    changes: true,
    run: async (given) => {
      const call = given as CallOf<P, Q, B, V>;
      const { ports, viewer, now, commandId, address } = given;
      const done = await execute(typeof command === 'function' ? command(call) : command, input(call), {
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

/** What a request without a body counts as: an object's fields are told one by one, as those that it lacks. */
export const bodyless = (body: z.ZodType | undefined): object | undefined =>
  body instanceof z.ZodObject ? {} : undefined;

/** Whether a client may keep the answer and ask again whether it still holds: of what is read, links aside. */
export const isRevalidated = ({ method, changes, secret }: Endpoint): boolean =>
  method === 'GET' && !changes && secret !== true;

/** What any call may be refused with, whatever it does: never listed by an endpoint itself. */
export function generalRefusals(endpoint: Endpoint): FailureCode[] {
  const codes: FailureCode[] = [
    'malformed',
    'request_timeout',
    'headers_too_large',
    'too_many_requests',
    'fault',
    'database_away',
    'storage_away',
  ];
  if (endpoint.permission !== 'anyone') codes.push('not_signed_in');
  if (endpoint.permission !== 'anyone' && endpoint.permission !== 'signed-in') codes.push(endpoint.refusedAs);
  if (endpoint.params) codes.push('not_found');
  if (endpoint.query || endpoint.list || endpoint.body) codes.push('invalid_input');
  if (endpoint.body) codes.push('not_json', 'body_too_large');
  if (endpoint.method === 'POST') {
    codes.push('idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_key_in_use');
  }
  if (endpoint.changes) codes.push('conflict', 'ledger_busy', 'database_full');
  if (endpoint.versioned && endpoint.method !== 'GET') codes.push('changed_meanwhile');
  return codes;
}
