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

/** Whether a schema has a field `reason` of its own. */
function readsReason(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodIntersection)
    return readsReason(schema.def.left as z.ZodType) || readsReason(schema.def.right as z.ZodType);
  if (schema instanceof z.ZodUnion) return schema.def.options.some((option) => readsReason(option as z.ZodType));
  if ('innerType' in schema.def) return readsReason(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodPipe)
    return readsReason((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType);
  return schema instanceof z.ZodObject && 'reason' in schema.shape;
}

/**
 * The rule alone reads the field: a schema that read it too would give another text for the same spaces, and the two
 * could not be one. One that takes every field gets the others; one with the field itself is a bug, and never works.
 */
function withoutReason<S extends z.ZodType>(schema: S) {
  if (readsReason(schema)) throw new Error('The reason of a command is read by its rule, and not by its schema.');
  return z.preprocess((input) => {
    if (typeof input !== 'object' || input === null) return input;
    const { reason: _, ...others } = input as { reason?: unknown };
    return others;
  }, schema);
}

/** The schema of an input or a form with the field `reason` of its command's rule. */
export const withReason = <S extends z.ZodType>(
  schema: S,
  rule: ReasonRule | undefined,
  viewer: Pick<Viewer, 'settings'> | null,
) =>
  rule
    ? withoutReason(schema).and(z.object({ reason: needsReason(rule, viewer) ? requiredReason : optionalReason }))
    : schema;

/** Runs a command within another one, with the reason of the outer. */
export const runWithReason = <I, C, R>(
  command: { run(input: I, context: C): R },
  input: NoInfer<I>,
  reason: string | null,
  context: NoInfer<C>,
): R => command.run({ ...input, reason }, context);
