import type { Change } from '#events/common.ts';
import type { ChangeLine, ChangeOrigin, DraftChange, VersionChange } from '#events/document/change.ts';
import type { ChangeKind, TrainingImpact } from '#events/document/change-kinds.ts';
import { texts } from '#events/texts.ts';
import { changed } from '#app/kit/words/phrases.ts';

export const changeKindWords: Record<ChangeKind, string> = {
  new: 'New',
  major: 'Major',
  minor: 'Minor',
  editorial: 'Editorial',
};

export const trainingImpactWords: Record<TrainingImpact, string> = {
  none: 'No training',
  read: 'Read and sign',
  read_and_quiz: 'Read and pass a quiz',
  practical: 'Practical',
};

/** Of training that the product does not record: what is signed here, and what is not. */
export const outsideTraining = (impact: TrainingImpact | undefined): string | null => {
  if (impact === 'practical') return texts.trainingOutside;
  return impact === 'read_and_quiz' ? texts.quizOutside : null;
};

/** What asked for a version, as a phrase. */
export function originWords(origin: ChangeOrigin): string {
  switch (origin.kind) {
    case 'request':
      return 'Change request';
    case 'review':
      return `Review of version ${origin.version}`;
    case 'external':
      return origin.reference;
  }
}

export const lineWords = ({ place, what }: ChangeLine): string => (place === '' ? what : `${place}: ${what}`);

/** The training that the author asks for, with the reason. */
export const trainingWords = ({
  trainingImpact,
  trainingReason,
}: Pick<DraftChange, 'trainingImpact' | 'trainingReason'>): string =>
  trainingReason ? `${trainingImpactWords[trainingImpact]}: ${trainingReason}` : trainingImpactWords[trainingImpact];

/** What a version changes, as the changes of its event; the reason stands beside them. */
export const changeFacts = (change: VersionChange | undefined): Change[] =>
  change
    ? [
        changed('Kind of change', null, changeKindWords[change.kind]),
        ...change.summary.map((line) => changed('What changes', null, lineWords(line))),
        ...change.origin.map((origin) => changed('Asked for by', null, originWords(origin))),
        changed('Training asked for', null, trainingWords(change)),
      ]
    : [];
