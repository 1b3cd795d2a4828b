import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { saveForReturn } from '#app/kit/screen/saved-form.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { normaliseLine } from '#events/text.ts';

/**
 * The name in a form as it is recorded: invisible characters, such as direction marks, would change the sentence around
 * it.
 */
export const nameIn = (values: { firstName: string; lastName: string }): string => normaliseLine(fullName(values));

/**
 * Handles a person's form. If the person asks to create a department first, the form is saved, and shown again
 * afterwards.
 */
export async function personForm<T>(page: Page, work: (form: FormData) => Promise<T>) {
  const { request } = page;
  const form = await request.formData();
  if (form.get('instead') !== 'department') return work(form);
  return redirect(addresses.createDepartment(await saveForReturn(page, form)));
}
