import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { estimate } from '#app/screens/account/estimate.ts';
import type { Strength } from '#app/ui/strength-meter/strength.ts';

/** The two fields in which a person chooses a password, and the words where they differ. */
export const passwordsMatch = {
  check: (values: { newPassword: string; confirmPassword: string }) => values.newPassword === values.confirmPassword,
  problem: { path: ['confirmPassword'], error: 'The passwords do not match.' },
};

export const confirmPassword = z.string({ error: texts.required }).min(1, texts.required);

/** The meter's judgement of a posted password, for the page without script; undefined where none was typed. */
export async function judge(form: FormData): Promise<Strength | undefined> {
  const password = form.get('newPassword');
  if (typeof password !== 'string' || password === '') return undefined;
  return estimate(password);
}
