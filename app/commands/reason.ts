import { z } from 'zod';
import { controlsOf } from '#events/organisation/controls.ts';
import { optionalReason, requiredReason } from '#app/forms/reason.ts';
import type { Viewer } from '#app/queries/viewer.ts';

/** Whether a command asks why: always, or as the organisation's setting `reasonForChange` says. */
export type ReasonRule = 'offered' | 'required';

/** The reason that a command of a rule is run with; null where it was offered and left empty. */
export type Reasoned<R> = R extends 'required'
  ? { reason: string }
  : R extends 'offered'
    ? { reason: string | null }
    : unknown;

/** True where a command with this rule cannot run without a reason. */
export const needsReason = (rule: ReasonRule, viewer: Pick<Viewer, 'settings'> | null): boolean =>
  rule === 'required' || (viewer !== null && controlsOf(viewer.settings).reasonForChange);

/** The schema of an input or a form with the field `reason` of its command's rule. */
export const withReason = <S extends z.ZodType>(
  schema: S,
  rule: ReasonRule | undefined,
  viewer: Pick<Viewer, 'settings'> | null,
) => (rule ? schema.and(z.object({ reason: needsReason(rule, viewer) ? requiredReason : optionalReason })) : schema);
