import { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { askFor, type Call, type Endpoint } from '#app/kit/call/endpoint.ts';
import type { Query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

type Described = Pick<Endpoint, 'path' | 'operation' | 'tag' | 'summary' | 'refusals'> & {
  readonly description: string;
};

/** Declares an endpoint that answers the bytes of a file: GET records that they are taken, HEAD does not. */
export function sends<S extends z.ZodType, O, P extends z.ZodObject, Q extends z.ZodObject, C extends z.ZodType>(
  declared: Described & {
    readonly params: P;
    readonly query: Q;
    readonly mediaType: string;
    readonly asks: Query<S, O>;
    readonly input: (call: Call<z.output<P>, z.output<Q>>) => z.input<S>;
    readonly file: (value: O) => StoredFile;
    readonly records: Command<C, unknown>;
    readonly recorded: (value: O) => z.input<C>;
  },
): Endpoint {
  const { asks: query, input, file, records, recorded, ...rest } = declared;
  return {
    ...rest,
    method: 'GET',
    data: z.null(),
    permission: query.permission,
    refusedAs: 'not_allowed',
    changes: true,
    run: async (call) => {
      const { ports, viewer, address, commandId, now } = call as Call<unknown, unknown, unknown, Viewer>;
      const value = await askFor(call, query, input(call as Call<z.output<P>, z.output<Q>>));
      const context = { ports, org: viewer.org, actor: actorOf(viewer, address), viewer, commandId, now };
      const record = () => execute(records, recorded(value), context);
      return { ok: true, value: { data: null, file: { file: file(value), record } } };
    },
  };
}
