import { data } from '@remix-run/node';
import { parseForm } from '#app/server/screen/parse-form.ts';
import type { z } from 'zod';
import { previewTraining, type TrainingPreview } from '#app/commands/document/preview-training.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import type { FormAnswer } from '#app/server/screen/form.ts';
import { type Page } from '#app/server/screen/screen.ts';
import { reasonAtForm } from '#app/wording/refusals.ts';

/** What a form that assigns training shows again: with what its act would do to training, where its values allow to say that. */
export type PreviewAnswer = FormAnswer & { preview?: TrainingPreview | null };

interface Question {
  document: string;
  /** It changes what is scheduled or in force instead of giving the final approval. */
  scheduled: boolean;
  schema: z.ZodType<{ effectiveDate?: string | null; departments: string[]; waiveTraining?: boolean }>;
}

async function preview(page: Page, form: FormData, { document, scheduled, schema }: Question) {
  const submission = parseForm(form, schema);
  if (submission.status !== 'success') return { submission, result: null };
  const { effectiveDate: effectiveAt, departments, waiveTraining } = submission.value;
  const asked = { document, scheduled, departments, effectiveAt, waiveTraining };
  return { submission, result: await page.execute(previewTraining, asked) };
}

/** The preview of what a refused form asked for; null where it cannot be previewed. */
export async function previewOf(page: Page, form: FormData, question: Question): Promise<TrainingPreview | null> {
  const { result } = await preview(page, form, question);
  return result?.ok ? result.value : null;
}

/** The form again, as it is, with its preview, or with what has to be mended first. */
export async function answerPreview(page: Page, form: FormData, question: Question) {
  const { submission, result } = await preview(page, form, question);
  if (!result) {
    return data<PreviewAnswer>({ lastResult: submission.reply(), problem: null, preview: null }, { status: 422 });
  }
  if (result.ok) return data<PreviewAnswer>({ lastResult: submission.reply(), problem: null, preview: result.value });
  const problem = problemOf(result.failure);
  const { effectiveAt, ...fieldErrors } = problem.errors as Record<string, string[]>;
  const lastResult = submission.reply(
    Object.keys(problem.errors).length > 0
      ? { fieldErrors: effectiveAt ? { ...fieldErrors, effectiveDate: effectiveAt } : fieldErrors }
      : { formErrors: [reasonAtForm(problem)] },
  );
  return data<PreviewAnswer>({ lastResult, problem, preview: null }, { status: problem.status });
}

/** What the person was shown before they acted, as the form's hidden field carries it. */
export function previewTokenIn(form: FormData): { previewToken?: string } {
  const previewToken = form.get('previewToken');
  return typeof previewToken === 'string' && previewToken !== '' ? { previewToken } : {};
}
