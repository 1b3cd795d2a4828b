import type { StepLine } from '#app/queries/approval/steps.ts';
import type { ApproverOption } from '#app/queries/document/choices.ts';

interface Steps {
  steps: readonly StepLine[];
  /** Who holds which function (uids). */
  holders: readonly { user: string; held: string }[];
}

/**
 * Whom a version in review may ask too, with their functions that its steps need. Along a route one person can be asked in
 * several steps where the route says so, which the command checks.
 */
export function approverOptions(
  all: readonly ApproverOption[],
  approvals: readonly { user: string; step: number | null }[],
  { steps, holders }: Steps,
) {
  const listed = new Set(approvals.flatMap(({ user, step }) => (step === null ? [user] : [])));
  const functions = [...new Map(steps.flatMap(({ held }) => (held ? [[held.uid, held.name] as const] : [])))];
  return all
    .filter(({ uid }) => !listed.has(uid))
    .map((option) => ({
      ...option,
      functions: functions.flatMap(([uid, name]) =>
        holders.some((one) => one.user === option.uid && one.held === uid) ? [name] : [],
      ),
    }));
}
