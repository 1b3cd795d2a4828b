import { z } from 'zod';
import { reasonProblem } from '#events/reason.ts';
import { texts } from '#events/texts.ts';

/** A required reason: trimmed, at most 1000 characters. Its problem shows with those of the other fields. */
export const requiredReason = z
  .string({ error: ({ input }) => (input === undefined ? texts.required : texts.invalid) })
  .trim()
  .superRefine((reason, context) => {
    const problem = reasonProblem(reason);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });
