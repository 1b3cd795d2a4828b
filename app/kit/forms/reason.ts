import { z } from 'zod';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { texts } from '#events/texts.ts';

const reason = (problemOf: (reason: string) => string | null) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? texts.required : texts.invalid) })
    .trim()
    .superRefine((text, context) => {
      const problem = problemOf(text);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    });

/** A required reason: trimmed, at most 1000 characters. Its problem shows with those of the other fields. */
export const requiredReason = reason(reasonProblem);

/** A reason that may be left out: null where it is blank. */
export const optionalReason = reason(commentProblem)
  .nullish()
  .transform((text) => text || null);
