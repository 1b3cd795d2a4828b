import { z } from 'zod';
import { urgencies } from '#events/request/kinds.ts';
import { limits } from '#events/limits.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { lengthOf } from '#events/text.ts';
import { invalidChoice, invalidText, texts } from '#events/texts.ts';
import { addProblems, line } from '#app/documents/forms/document.ts';
import { newUid } from '#app/kit/forms/sent-uid.ts';

const pageError = 'Enter the number of a page, for example 4.';

/** The number of a page; null where it is left out. */
const pageNumber = z
  .number({ error: pageError })
  .int(pageError)
  .min(1, pageError)
  .max(100_000, pageError)
  .nullish()
  .transform((page) => page ?? null);

/** Null where it is left out. The command reads again what the form has read. */
const quoted = z
  .string({ error: texts.invalid })
  .nullish()
  .transform((words) => words?.trim() || null)
  .refine((words) => lengthOf(words ?? '') <= limits.quotedWords, invalidText(limits.quotedWords));

/** A reader's request: what, and where. `request`: its uid, which the form reserves; `attachment`: an object key. */
export const requestForm = z
  .object({
    page: pageNumber,
    words: quoted,
    text: line,
    urgency: z.enum(urgencies, { error: invalidChoice(['Low', 'Normal', 'Urgent']) }).default('normal'),
    attachment: line,
    request: newUid.optional(),
  })
  .superRefine(({ text }, context) => addProblems(context, { text: reasonProblem(text) }));

/** The owner's decision. A declined request has its reason. */
export const requestDecisionForm = z
  .object({ decision: z.enum(['accept', 'decline'], { error: texts.required }), reason: line })
  .superRefine(({ decision, reason }, context) =>
    addProblems(context, { reason: decision === 'decline' ? reasonProblem(reason) : commentProblem(reason) }),
  );

const thousandth = z.number().int().min(0).max(1000);
const rectangle = z.object({ x: thousandth, y: thousandth, width: thousandth, height: thousandth });

/** Thousandths of the page, as script marks them: `120,300,500,45`. What is no such text is left out. */
function marked(text: string): z.infer<typeof rectangle> | null {
  const [x, y, width, height] = text.split(',').map(Number);
  return rectangle.safeParse({ x, y, width, height }).data ?? null;
}
const area = z
  .union([z.string().transform(marked), rectangle, z.null()])
  .optional()
  .transform((given) => given ?? null);

/** A comment on a page of a version in review. */
export const commentForm = z
  .object({
    page: pageNumber,
    words: quoted,
    area,
    text: line,
    mustFix: z.boolean({ error: texts.invalid }).default(false),
  })
  .superRefine(({ page, text }, context) =>
    addProblems(context, { page: page === null ? texts.required : null, text: reasonProblem(text) }),
  );

/** An answer to a comment, or how it was resolved. */
export const threadForm = z
  .object({ act: z.enum(['answer', 'resolve'], { error: texts.required }), text: line })
  .superRefine(({ text }, context) => addProblems(context, { text: reasonProblem(text) }));
