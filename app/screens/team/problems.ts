import type { FormAnswer } from '#app/server/screen/form.ts';
import type { Problem } from '#app/ui/error-summary/error-summary.tsx';

/** The problems of a form without fields, for its summary. */
export const problemsOfAnswer = (answer: FormAnswer | undefined): Problem[] =>
  Object.values(answer?.lastResult.error ?? {}).flatMap((messages) => (messages ?? []).map((message) => ({ message })));
