/** What kind of change a version is; `new` is the first version. Here without a schema, so that a page needs no zod. */
export const changeKinds = ['new', 'major', 'minor', 'editorial'] as const;
export type ChangeKind = (typeof changeKinds)[number];
/** Those of a version that follows another one. */
export const laterKinds = ['major', 'minor', 'editorial'] as const satisfies readonly ChangeKind[];

/** The training that the author of a version asks for. */
export const trainingImpacts = ['none', 'read', 'read_and_quiz', 'practical'] as const;
export type TrainingImpact = (typeof trainingImpacts)[number];

/** The most lines of a summary. */
export const mostLines = 50;
