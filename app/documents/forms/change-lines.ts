import type { DraftChange } from '#events/document/change.ts';
import { mostLines } from '#events/document/change-kinds.ts';

/** The numbers of the lines of a summary that a form has room for. Forms have flat names: `what2` is of the second. */
export const lineNumbers: readonly number[] = Array.from({ length: mostLines }, (_, at) => at + 1);
export type LineKey = `${'place' | 'what'}${number}`;

/** The lines that are not empty, by number. */
export const filledLines = (valueOf: (name: LineKey) => string): number[] =>
  lineNumbers.filter((number) => valueOf(`place${number}`).trim() !== '' || valueOf(`what${number}`).trim() !== '');

/** What a version changes and why, as the values of its form. */
export function changeToForm(change: DraftChange | null): Record<string, string | string[] | undefined> {
  if (change === null) return { trainingImpact: 'read' };
  const external = change.origin.find((one) => one.kind === 'external');
  return {
    changeKind: change.kind ?? undefined,
    changeReason: change.reason ?? '',
    ...Object.fromEntries(
      change.summary.flatMap(({ place, what }, at) => [
        [`place${at + 1}`, place],
        [`what${at + 1}`, what],
      ]),
    ),
    changeRequests: change.origin.flatMap((one) => (one.kind === 'request' ? [one.request] : [])),
    changeReview: change.origin.some((one) => one.kind === 'review') ? 'on' : undefined,
    changeReference: external?.reference ?? '',
    trainingImpact: change.trainingImpact,
    trainingReason: change.trainingReason ?? '',
  };
}
