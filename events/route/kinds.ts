/** What a signature in a step means. Here without a schema, so that a page needs no zod. */
export const stepMeanings = ['reviewed', 'approved', 'quality_approved'] as const;
export type StepMeaning = (typeof stepMeanings)[number];

/** `strict`: the owner counts in no approving step. `owner_not_alone`: in none of them alone. */
export const separations = ['strict', 'owner_not_alone'] as const;
export type Separation = (typeof separations)[number];
