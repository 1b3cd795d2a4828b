import { redirect } from '@remix-run/node';
import { addresses } from '#app/http/addresses.ts';
import { keepLeft, pageOf } from '#app/http/kept-form.ts';
import type { Page } from '#app/http/screen.ts';

/**
 * Where a person's form asks for a department that is not there yet: keeps what is typed, leads to the page that creates one, and from
 * there back to the form. Null where the form asks for what it is for.
 */
export async function createDepartmentFirst({ request, context, viewer }: Page, form: FormData) {
  if (form.get('instead') !== 'department') return null;
  const headers = await keepLeft(request, context, viewer, form);
  return redirect(addresses.createDepartment(pageOf(request.url)), { headers });
}
