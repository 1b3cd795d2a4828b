import { documentEvolution } from '#events/document/evolve.ts';
import { refuse, type Result } from '#events/failures.ts';
import type { Document } from '#events/document/state.ts';
import { streams } from '#events/streams.ts';
import { intend, type DecisionContext, type Change, type Refused } from '#app/kit/command/change.ts';
import { commit, type CommandContext, type Intent } from '#app/kit/command/command.ts';

interface Target {
  document: string;
  expectedVersion?: number | undefined;
}

type Work<O> = (state: Document, asked: DecisionContext) => Change<O> | Refused | Promise<Change<O> | Refused>;

/** `intend` for a document by its uid. Refuses `not_found`. */
export const intendDocument = <O>(
  context: CommandContext,
  { document, expectedVersion }: Target,
  work: Work<O>,
): Promise<Result<Intent<O>>> =>
  intend(
    context,
    { stream: streams.document(document), evolution: documentEvolution, expectedVersion },
    (state, asked) => (state.kind === 'document' ? work(state, asked) : refuse('not_found')),
  );

/** Loads a document, decides on it and appends the decision. Refuses `not_found`. */
export const changeDocument = <O>(context: CommandContext, target: Target, work: Work<O>): Promise<Result<O>> =>
  commit(context, () => intendDocument(context, target, work));
