import type { StepLine } from '#app/approval-routes/queries/steps.ts';
import type { ApproverOption } from '#app/organisation/queries/choices.ts';

interface Steps {
  steps: readonly StepLine[];
  /** Who holds which function (uids). */
  holders: readonly { user: string; held: string }[];
}

/** Whom a version in review may ask too, with their functions that its steps need. */
export function approverOptions(
  all: readonly ApproverOption[],
  approvals: readonly { user: string }[],
  { steps, holders }: Steps,
) {
  const again = steps.some(({ samePerson }) => samePerson);
  const listed = new Set(again ? [] : approvals.map(({ user }) => user));
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
