import { z } from 'zod';
import { invalidDate, texts } from '#events/texts.ts';
import { parseDay } from '#app/kit/forms/date.ts';

/** A day as people or programs write it; read as `2026-03-04`. */
export const dayInput = z
  .string({ error: texts.required })
  .trim()
  .min(1, texts.required)
  .transform((text, context) => {
    const day = parseDay(text);
    if (day !== null) return day;
    context.addIssue({ code: 'custom', message: invalidDate });
    return z.NEVER;
  });

/** The same where it may be left out: null. */
export const optionalDayInput = z.preprocess(
  (text) => (typeof text === 'string' && text.trim() === '' ? null : text),
  dayInput.nullish().transform((day) => day ?? null),
);
