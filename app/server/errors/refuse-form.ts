import { parseForm } from '#app/server/screen/parse-form.ts';
import { z } from 'zod';
import type { FailureCode } from '#events/failures.ts';
import { roleMay, type Action } from '#events/permissions.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { again, type Page } from '#app/server/screen/screen.ts';
import { reasonAtForm } from '#app/wording/refusals.ts';

/**
 * The form again, with the specification's words, where the person's role may not do what it asks; null where it may. Comes before the
 * form's own checks: nobody is asked to mend a form that is not theirs to send.
 */
export function refuseForm(page: Page, form: FormData, action: Action, code: FailureCode) {
  if (roleMay(page.viewer.role, action)) return null;
  page.context.log.warn({ user: page.viewer.uid, action, refusal: code }, 'refused');
  const problem = problemOf({ code });
  const lastResult = parseForm(form, z.object({})).reply({ formErrors: [reasonAtForm(problem)] });
  return again(lastResult, problem, problem.status);
}
