import { z } from 'zod';
import { hasControlCharacters, normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';

/** How a person tells their passkeys apart. */
export const passkeyName = z
  .string({ error: texts.required })
  .transform(normaliseLine)
  .pipe(
    z
      .string()
      .min(1, texts.required)
      .max(100, texts.invalid)
      .refine((name) => !hasControlCharacters(name), texts.invalid),
  );
