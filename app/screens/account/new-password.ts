import { z } from 'zod';
import type { Failure } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import type { PostedForm } from '#app/server/screen/form.ts';
import { estimate } from '#app/screens/account/estimate.ts';
import type { Strength } from '#app/ui/strength-meter/strength.ts';

/** The two fields in which a person chooses a password, and the words where they differ. */
export const passwordsMatch = {
  check: (values: { newPassword: string; confirmPassword: string }) => values.newPassword === values.confirmPassword,
  problem: { path: ['confirmPassword'], error: 'The passwords do not match.' },
};

export const confirmPassword = z.string({ error: texts.required }).min(1, texts.required);

/**
 * The strength of a posted password that is too weak; undefined for any other. The command's own estimate counts where it refused
 * the password. `known`: names and addresses of the person that the form does not have.
 */
export async function weakPassword(
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

/** The form again, also with the message for a weak password, so that all errors show at once. */
export async function passwordFormAgain(form: PostedForm<unknown>, known: readonly string[] = []) {
  const strength = await weakPassword(form.data, null, known);
  const weak = strength && !form.wrong.includes('newPassword');
  return form.again({ strength }, weak ? { newPassword: [problemOf({ code: 'password_weak' }).title] } : {});
}

/** The form again with the refusal of its command, and the strength of the password. */
export const passwordFormRefused = async (form: PostedForm<unknown>, failure: Failure, known: readonly string[] = []) =>
  form.refused(failure, undefined, { strength: await weakPassword(form.data, failure, known) });

const isScore = (value: unknown): value is Strength['score'] => [0, 1, 2, 3, 4].includes(value as number);
