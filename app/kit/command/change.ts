import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { ok, type Failure, type Result } from '#events/failures.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import type { Principal } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import { commit, type CommandContext, type Intent } from '#app/kit/command/command.ts';
import { changedSince } from '#app/kit/command/expected-version.ts';
import { load, principalOf } from '#app/kit/command/load.ts';

/** Writes and expectations of other streams, recorded in the same append. */
export interface Part {
  writes?: Intent<unknown>['writes'];
  expect?: StreamExpectation[];
}

/** The decision of a change, what is recorded with it, and the command's answer. */
export interface Change<O> {
  decision: Decision<E>;
  answer: O;
  parts?: readonly Part[];
}

/** Whether something is recorded, for a page that says otherwise that nothing was changed. */
export const isChange = (decision: Decision<E>): boolean => decision.ok && decision.events.length > 0;

export type Refused = { ok: false; failure: Failure };

/** Who acts, when, and what the organisation's settings ask for. */
export interface DecisionContext {
  principal: Principal;
  now: Instant;
  separates: boolean;
  /** An open comment that must be fixed blocks an approval. */
  commentsBlock: boolean;
}

/** The stream that a command changes, and the version of it that the person saw, if the request names one. */
export interface Target<V extends E, S> {
  stream: string;
  evolution: Evolution<V, S>;
  expectedVersion?: number | undefined;
}

/** Decides on a stream's state: the change, or a refusal. */
type Work<S, O> = (state: S, asked: DecisionContext) => Change<O> | Refused | Promise<Change<O> | Refused>;

export const askedOf = (context: CommandContext): DecisionContext => ({
  principal: principalOf(context),
  now: context.now,
  commentsBlock: context.viewer?.settings.commentsBlock ?? false,
  separates: context.viewer !== null && controlsOf(context.viewer.settings).separationOfDuties,
});

/** What a command would record on the stream as it is now; nothing is written. */
export async function intend<V extends E, S, O>(
  context: CommandContext,
  { stream, evolution, expectedVersion }: Target<V, S>,
  work: Work<S, O>,
): Promise<Result<Intent<O>>> {
  const loaded = await load(context, stream, evolution);
  const outdated = changedSince(loaded, expectedVersion, context);
  if (outdated) return outdated;
  const change = await work(loaded.state, askedOf(context));
  if ('failure' in change) return change;
  const { decision, answer, parts = [] } = change;
  if (!decision.ok) return decision;
  return ok({
    writes: [
      { stream, version: loaded.version, events: decision.events },
      ...parts.flatMap(({ writes = [] }) => writes),
    ],
    expect: parts.flatMap(({ expect = [] }) => expect),
    answer,
  });
}

/** Loads a stream, decides on it and appends the decision. */
export const change = <V extends E, S, O>(
  context: CommandContext,
  target: Target<V, S>,
  work: Work<S, O>,
): Promise<Result<O>> => commit(context, () => intend(context, target, work));
