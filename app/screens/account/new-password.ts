import { z } from 'zod';
import type { Failure } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { estimate } from '#app/screens/account/estimate.ts';
import type { Strength } from '#app/ui/strength-meter/strength.ts';

/** The two fields in which a person chooses a password, and the words where they differ. */
export const passwordsMatch = {
  check: (values: { newPassword: string; confirmPassword: string }) => values.newPassword === values.confirmPassword,
  problem: { path: ['confirmPassword'], error: 'The passwords do not match.' },
};

export const confirmPassword = z.string({ error: texts.required }).min(1, texts.required);

/**
 * The meter's judgement of a posted password that is too weak, with what would make it stronger; undefined of any other, for the field comes
 * back empty. Where the command refused the password, its own: it knows the person. `known`: what the page knows of the person beside the form.
 */
export async function judge(
  form: FormData,
  failure: Failure | null,
  known: readonly string[] = [],
): Promise<Strength | undefined> {
  const password = form.get('newPassword');
  if (typeof password !== 'string' || password === '') return undefined;
  const { score, hints } = failure?.facts ?? {};
  if (isScore(score)) return { score, hints: String(hints).split('\n').filter(Boolean) };
  const strength = await estimate(password, form, known);
  return strength.hints.length > 0 ? strength : undefined;
}

/**
 * The word for a password that is too weak, where the form does not fit for another reason as well: somebody who mends that alone would be
 * refused again. `told`: fields that have their word already. `known`: as for `judge`.
 */
export async function weakBesides(
  form: FormData,
  told: readonly string[],
  known: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const weak = !told.includes('newPassword') && (await judge(form, null, known)) !== undefined;
  return weak ? { newPassword: [problemOf({ code: 'password_weak' }).title] } : {};
}

const isScore = (value: unknown): value is Strength['score'] => [0, 1, 2, 3, 4].includes(value as number);
