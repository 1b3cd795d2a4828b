import { z } from 'zod';
import type { Decision, DomainEvent } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { reasonProblem } from '#events/reason.ts';
import { optionalReason, requiredReason } from '#app/kit/forms/reason.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/**
 * Whether a command asks why: always, or as the organisation's setting `reasonForChange` says. `depends`: the same, but
 * only for some of what it does, which the command decides with `missingReason`.
 */
export type ReasonRule = 'offered' | 'required' | 'depends';

/** The reason that a command of a rule is run with; null where it was offered and left empty. */
export type Reasoned<R> = R extends 'required'
  ? { reason: string }
  : R extends 'offered' | 'depends'
    ? { reason: string | null }
    : unknown;

/** True where a command with this rule cannot run without a reason. */
export const needsReason = (rule: ReasonRule, viewer: Pick<Viewer, 'settings'> | null): boolean =>
  rule === 'required' || (rule === 'offered' && viewer !== null && controlsOf(viewer.settings).reasonForChange);

/** The refusal of a change without the reason that the organisation requires; `field` is the reason's. */
export function missingReason(viewer: Pick<Viewer, 'settings'> | null, reason: string | null, field = 'reason') {
  const problem = needsReason('offered', viewer) ? reasonProblem(reason ?? '') : null;
  return problem === null ? null : refuse('invalid_input', { fields: { [field]: [problem] } });
}

/** A decision, refused where it changes something without the reason that the organisation requires. */
export function unlessUnreasoned<E extends DomainEvent>(
  decision: Decision<E>,
  viewer: Pick<Viewer, 'settings'> | null,
  reason: string | null,
): Decision<E> {
  const missing = decision.ok && decision.events.length > 0 ? missingReason(viewer, reason) : null;
  return missing ?? decision;
}

/** The schema of an input or a form with the field `reason` of its command's rule. */
export const withReason = <S extends z.ZodType>(
  schema: S,
  rule: ReasonRule | undefined,
  viewer: Pick<Viewer, 'settings'> | null,
) => (rule ? schema.and(z.object({ reason: needsReason(rule, viewer) ? requiredReason : optionalReason })) : schema);

/** Runs a command within another one, with the reason of the outer. */
export const runWithReason = <I, C, R>(
  command: { run(input: I, context: C): R },
  input: NoInfer<I>,
  reason: string | null,
  context: NoInfer<C>,
): R => command.run({ ...input, reason }, context);
