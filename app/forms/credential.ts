import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { isEmail, normaliseEmail } from '#events/user/email.ts';

/** An e-mail address that a person types: lower-cased, and valid by the same rule as at the invitation. */
export const email = z
  .string({ error: texts.required })
  .trim()
  .min(1, texts.required)
  .transform(normaliseEmail)
  .refine(isEmail, texts.email);

/** A password as it is typed. Nothing is trimmed; the length is capped before anything is computed from it. */
export const password = z.string({ error: texts.required }).min(1, texts.required).max(1024, texts.invalid);
