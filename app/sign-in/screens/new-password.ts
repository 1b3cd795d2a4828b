import { z } from 'zod';
import type { Failure } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import type { PostedForm } from '#app/kit/screen/screen.ts';
import { estimate } from '#app/sign-in/screens/estimate.ts';

/** The two fields in which a person chooses a password, and the words where they differ. */
export const passwordsMatch = {
  check: (values: { newPassword: string; confirmPassword: string }) => values.newPassword === values.confirmPassword,
  problem: { path: ['confirmPassword'], error: 'The passwords do not match.' },
};

export const confirmPassword = z.string({ error: texts.required }).min(1, texts.required);

/**
 * How a posted password that is too weak could be stronger; undefined for any other. The form refuses it before its
 * command is asked. `known`: names and addresses of the person that the form does not have.
 */
export async function adviceFor(form: FormData, known: readonly string[] = []): Promise<string[] | undefined> {
  const password = form.get('newPassword');
  if (typeof password !== 'string' || password === '') return undefined;
  const { hints } = await estimate(password, form, known);
  return hints.length > 0 ? [...hints] : undefined;
}

/** The form again, also with the message for a weak password, so that all errors show at once. */
export function passwordFormAgain(form: PostedForm<unknown>, advice: string[] | undefined) {
  const weak = advice && !form.wrong.includes('newPassword');
  return form.showAgain({ advice }, weak ? { newPassword: [problemOf({ code: 'password_weak' }).title] } : {});
}

/** The form again with the refusal of its command, which knows more of the person than the form. */
export function passwordFormRefused(form: PostedForm<unknown>, failure: Failure) {
  const hints = failure.facts?.hints;
  return form.refused(failure, undefined, {
    advice: typeof hints === 'string' ? hints.split('\n') : undefined,
  });
}
