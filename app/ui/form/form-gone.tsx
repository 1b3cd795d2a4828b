import { ErrorSummary } from '../error-summary/error-summary.tsx';

type Answer = {
  lastResult: { initialValue?: Record<string, unknown> | null };
  problem: { title: string; detail?: string | null } | null;
};

/** The refusal of a form that the page no longer has, with what was typed: another person was faster. */
export function FormGone({ answer, text }: { answer: Answer | undefined; text: string }) {
  if (!answer?.problem) return null;
  const { title, detail } = answer.problem;
  const typed = answer.lastResult.initialValue?.[text];
  return (
    <>
      <ErrorSummary problems={[{ message: detail ?? title }]} attempt={answer} />
      {typeof typed === 'string' && typed !== '' && (
        <p>
          You wrote: <q>{typed}</q>
        </p>
      )}
    </>
  );
}
