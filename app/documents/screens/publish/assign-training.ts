import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import { addresses } from '#app/kit/addresses.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { departmentsForm, scheduleForm } from '#app/documents/forms/document-decision.ts';
import type { Command } from '#app/kit/command/command.ts';
import { previewTraining, type TrainingPreview } from '#app/documents/commands/preview-training.ts';
import { type FormAnswer, type Page, parseForm, redirectTo } from '#app/kit/screen/screen.ts';
import { getDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { answerOrFollow } from '#app/documents/screens/follow-document.ts';
import { assignedWords } from '#app/documents/words/assigned-people.ts';
import { failed as failures, type FailedAct } from '#app/kit/words/refusals.ts';

/** The answer of a form that assigns training, with a preview where its values are valid. */
export type PreviewAnswer = FormAnswer & { preview?: TrainingPreview | null };

interface Values {
  effectiveDate?: string | null;
  departments: string[];
  waiveTraining?: boolean;
}

interface Assignment<V, S extends z.ZodType, O> {
  document: DocumentRecord;
  schema: z.ZodType<V>;
  command: Command<S, O>;
  /** Whether the command changes a scheduled or effective version; else it gives the final approval. */
  scheduled: boolean;
  failed: FailedAct;
  /** Whether the page still shows the document. */
  stays: (found: DocumentRecord) => boolean;
  words: (answer: O, values: V) => string;
}

/**
 * Reads a posted form that assigns training, and its document (uid). A role that may not run the command gets the
 * form's refusal before the document is read, which that role may not see either.
 */
export async function readTrainingForm(page: Page, document: string, command: Command<z.ZodType, unknown>) {
  const data = await page.request.formData();
  const form = parseForm(page, data, z.object({}), { command });
  if (!form.ok) return { refused: form.showAgain<{ preview: null }>({ preview: null }) };
  return { data, document: await page.ask(getDocument, { document }) };
}

/** Answers a form that assigns training: with a preview (`preview` in the form), or by running its command. */
export async function assignTraining<V extends Values, S extends z.ZodType, O>(
  page: Page,
  data: FormData,
  { document: { uid: document }, schema, command, scheduled, failed, stays, words }: Assignment<V, S, O>,
) {
  const form = parseForm(page, data, schema, { command });
  const previews = data.has('preview');
  const follow = (answer: ReturnType<typeof form.showAgain<{ preview: TrainingPreview | null }>>) =>
    previews ? answer : answerOrFollow(page, answer, failed, document, stays);
  if (!form.ok) return follow(form.showAgain({ preview: null }));
  const { departments, effectiveDate, waiveTraining, reason } = form.values as V & { reason?: string | null };
  const input = {
    document,
    departments,
    waiveTraining,
    ...(effectiveDate !== undefined && { effectiveAt: effectiveDate }),
  };
  const reasoned = { ...input, ...(reason !== undefined && { reason }) };
  const preview = () => page.execute(previewTraining, { ...input, scheduled });
  if (previews) {
    const previewed = await preview();
    return previewed.ok
      ? form.showAgain({ preview: previewed.value }, {}, 200)
      : form.refused(previewed.failure, undefined, { preview: null });
  }
  const previewToken = data.get('previewToken') || undefined;
  const result = await form.run(command, { ...reasoned, previewToken });
  if (result.ok) return redirectTo(page, addresses.document(document), words(result.value, form.values));
  const previewed = await preview().catch(() => refuse('fault'));
  return follow(form.refused(result.failure, failed, { preview: previewed.ok ? previewed.value : null }));
}

/** Saves the departments of a scheduled or effective version and, where the form has it, the effective date. */
export function saveSchedule(
  page: Page,
  data: FormData,
  document: DocumentRecord,
  stays: (found: DocumentRecord) => boolean,
) {
  const schema = data.has('effectiveDate')
    ? scheduleForm({
        zone: page.viewer.settings.timeZone,
        now: page.now,
        // The command refuses a document that is in force meanwhile.
        mayBePast: document.status !== 'PENDING',
        scheduledAt: document.effectiveAt,
        scheduledZone: document.effectiveZone,
      })
    : departmentsForm.transform((given): Values => given);
  return assignTraining(page, data, {
    document,
    schema: schema as z.ZodType<Values>,
    command: rescheduleDocument,
    scheduled: true,
    failed: failures.updateDocument,
    stays,
    words: ({ changed, assigned }) =>
      changed ? `The changes are saved.${assignedWords(assigned)}` : 'Nothing was changed.',
  });
}
