import { ok, refuse, type Result } from '#events/failures.ts';
import type { Document } from '#events/document/state.ts';
import type { CommandContext } from '#app/commands/command.ts';
import { loadDocument, type LoadedStream } from '#app/commands/load.ts';
import { changedSince } from '#app/commands/expected-version.ts';

/**
 * A document as it is, for a decision on it as somebody saw it. Refuses with `changed_meanwhile` where others changed it after version
 * `expectedVersion` of its stream (where that is given), and with `not_found` where there is none.
 */
export async function loadExpected(
  context: CommandContext,
  document: string,
  expectedVersion: number | undefined,
): Promise<Result<LoadedStream & { state: Document }>> {
  const { state, ...loaded } = await loadDocument(context, document);
  const changed = changedSince(loaded, expectedVersion, context);
  if (changed) return changed;
  return state.kind === 'document' ? ok({ ...loaded, state }) : refuse('not_found');
}
