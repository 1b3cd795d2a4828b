import { redirect } from '@remix-run/node';
import { addresses } from '#app/addresses.ts';
import { saveForReturn, pageOf } from '#app/server/screen/saved-form.ts';
import type { Page } from '#app/server/screen/screen.ts';
import { fullName } from '#app/queries/viewer.ts';
import { normaliseLine } from '#events/text.ts';

/** Whom a form names, as it is recorded: what nobody sees in a name, such as a turn of direction, would turn the sentence around it. */
export const namedIn = (values: { firstName: string; lastName: string }): string => normaliseLine(fullName(values));

/**
 * Reads a person's form and works it off. Where it asks for a department that is not there yet, it saves what is typed, leads to the page
 * that creates one, and from there back to the form.
 */
export async function personForm<T>(page: Page, work: (form: FormData) => Promise<T>) {
  const { request } = page;
  const form = await request.formData();
  if (form.get('instead') !== 'department') return work(form);
  await saveForReturn(page, form);
  return redirect(addresses.createDepartment(pageOf(request.url)));
}
