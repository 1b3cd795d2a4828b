import type { DraftChange } from '#events/document/change.ts';
import type { Fact } from '#app/ui/page/facts.tsx';
import { changeKindWords, lineWords, originWords, trainingWords } from '#app/wording/change/version-change.ts';

/** What a version changes and why, as facts of its record; none where nobody said so. A loader can send them. */
export function changeFacts(change: DraftChange | null): (Fact & { value: string | string[] })[] {
  if (change === null) return [];
  const { kind, reason, summary, origin } = change;
  return [
    ...(kind === null ? [] : [{ name: 'Kind of change', value: changeKindWords[kind] }]),
    ...(reason === null ? [] : [{ name: 'Reason for change', value: reason, whole: true }]),
    ...(summary.length === 0 ? [] : [{ name: 'What changes', value: summary.map(lineWords), whole: true }]),
    ...(origin.length === 0 ? [] : [{ name: 'Asked for by', value: origin.map(originWords).join('; ') }]),
    { name: 'Training asked for', value: trainingWords(change) },
  ];
}
