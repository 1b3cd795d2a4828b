import type { Document } from '#events/document/state.ts';
import { versionOf } from '#events/document/state.ts';
import { requestEvolution, carryOutRequest } from '#events/request/request.ts';
import { streams } from '#events/streams.ts';
import type { CommandContext, Intent } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';

/** Carries out the accepted requests that a version names as its origin, in the append that puts it into force. */
export async function carryOutRequests(
  context: CommandContext,
  document: Document,
  version: string,
): Promise<{ writes: Intent<unknown>['writes'] }> {
  const named = (versionOf(document, version)?.change?.origin ?? []).flatMap((one) =>
    one.kind === 'request' ? [one.request] : [],
  );
  const writes = await Promise.all(
    [...new Set(named)].map(async (request) => {
      const { stream, version: read, state } = await load(context, streams.request(request), requestEvolution);
      if (state?.document !== document.uid) return [];
      const decision = carryOutRequest({ version }, state);
      return decision.ok ? [{ stream, version: read, events: decision.events }] : [];
    }),
  );
  return { writes: writes.flat() };
}
