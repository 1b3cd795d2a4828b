import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';

export const invitation = z.object({
  email: z.email('Enter a valid email address').max(254),
  departments: z.array(z.string()).min(1, 'This field is required.'),
  password: z.string('This field is required.').max(128),
});

declare global {
  /** Set by a test that looks at the form while it is pending: it is so until this resolves. */
  var answerHeld: Promise<void> | undefined;
}

/** Answers as a screen's action does, after a moment in which the form is pending. */
export async function answerInvitation(request: Request) {
  const form = await request.formData();
  await (globalThis.answerHeld ?? new Promise((resolve) => setTimeout(resolve, 300)));
  const submission = parseWithZod(form, { schema: invitation });
  const refusal =
    submission.status === 'success'
      ? { formErrors: ['This address already has an account.'], hideFields: ['password'] }
      : { hideFields: ['password'] };
  return { lastResult: submission.reply(refusal) };
}
