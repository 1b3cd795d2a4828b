import type { DraftChange } from '#events/document/change.ts';
import { ok, type Failure, type Result } from '#events/failures.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { requestEvolution, nameRequest } from '#events/request/request.ts';
import { streams } from '#events/streams.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';

/**
 * Refuses the change of a version that names a request which it cannot carry out. `expect`: none of those that it names
 * is decided otherwise meanwhile.
 */
export async function nameRequests(
  context: CommandContext,
  document: string,
  change: DraftChange | null | undefined,
): Promise<Result<{ expect: StreamExpectation[] }>> {
  const expect: StreamExpectation[] = [];
  const fields: Record<string, string[]> = {};
  let refused: Failure | null = null;
  for (const [at, one] of (change?.origin ?? []).entries()) {
    if (one.kind !== 'request') continue;
    const { stream, version, state } = await load(context, streams.request(one.request), requestEvolution);
    const named = nameRequest({ document }, state);
    if (named.ok) expect.push({ stream, version });
    else {
      refused ??= named.failure;
      fields[`change.origin[${at}].request`] = [named.failure.detail ?? ''];
    }
  }
  return refused ? { ok: false, failure: { ...refused, fields } } : ok({ expect });
}
