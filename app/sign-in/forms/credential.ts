import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { isEmail, normaliseEmail } from '#events/user/email.ts';

/** An email address from a form: lower-cased, and valid by the same rule as in an invitation. */
export const email = z
  .string({ error: texts.required })
  .trim()
  .min(1, texts.required)
  .transform(normaliseEmail)
  .refine(isEmail, texts.email);

/** A password from a form. It is not trimmed, and its length is limited before anything is computed from it. */
export const password = z.string({ error: texts.required }).min(1, texts.required).max(1024, texts.invalid);

/** A code of an authenticator app, or a recovery code, from a form. */
export const oneTimeCode = z.string({ error: texts.required }).trim().max(64, texts.invalid);
