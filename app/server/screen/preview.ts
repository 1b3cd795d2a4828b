import { data } from '@remix-run/node';
import { parseForm } from '#app/server/screen/parse-form.ts';
import type { z } from 'zod';
import { rehearsePublication, type Rehearsal } from '#app/commands/document/preview-training.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { sentenceOf, type FormAnswer, type Page } from '#app/server/screen/screen.ts';

/** What a form that assigns training shows again: with what its act would do to training, where its values allow to say that. */
export type RehearsedAnswer = FormAnswer & { rehearsal?: Rehearsal | null };

interface Question {
  document: string;
  /** It changes what is scheduled or in force instead of giving the final approval. */
  scheduled: boolean;
  schema: z.ZodType<{ effectiveDate?: string | null; departments: string[]; waiveTraining?: boolean }>;
}

async function rehearse(page: Page, form: FormData, { document, scheduled, schema }: Question) {
  const submission = parseForm(form, schema);
  if (submission.status !== 'success') return { submission, result: null };
  const { effectiveDate: effectiveAt, departments, waiveTraining } = submission.value;
  const asked = { document, scheduled, departments, effectiveAt, waiveTraining };
  return { submission, result: await page.execute(rehearsePublication, asked) };
}

/** The rehearsal of what a refused form asked for; null where it cannot be rehearsed. */
export async function rehearsalOf(page: Page, form: FormData, question: Question): Promise<Rehearsal | null> {
  const { result } = await rehearse(page, form, question);
  return result?.ok ? result.value : null;
}

/** The form again, as it is, with its rehearsal, or with what has to be mended first. */
export async function answerPreview(page: Page, form: FormData, question: Question) {
  const { submission, result } = await rehearse(page, form, question);
  if (!result) {
    return data<RehearsedAnswer>({ lastResult: submission.reply(), problem: null, rehearsal: null }, { status: 422 });
  }
  if (result.ok)
    return data<RehearsedAnswer>({ lastResult: submission.reply(), problem: null, rehearsal: result.value });
  const problem = problemOf(result.failure);
  const { effectiveAt, ...fieldErrors } = problem.errors as Record<string, string[]>;
  const lastResult = submission.reply(
    Object.keys(problem.errors).length > 0
      ? { fieldErrors: effectiveAt ? { ...fieldErrors, effectiveDate: effectiveAt } : fieldErrors }
      : { formErrors: [sentenceOf(problem)] },
  );
  return data<RehearsedAnswer>({ lastResult, problem, rehearsal: null }, { status: problem.status });
}

/** What the person was shown before they acted, as the form's hidden field carries it. */
export function promiseIn(form: FormData): { promise?: string } {
  const promise = form.get('promise');
  return typeof promise === 'string' && promise !== '' ? { promise } : {};
}
