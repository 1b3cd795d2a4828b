import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { createDepartment } from '#app/organisation/commands/save-department.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { addToSaved } from '#app/kit/screen/saved-form.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { DepartmentHead } from '#app/organisation/screens/departments/heads.tsx';
import { NamePage } from '#app/organisation/screens/departments/name-page.tsx';
import { backTo, nameForm } from '#app/organisation/screens/departments/name-schema.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Create Department - Imprimatur' }];

export const loader = screenLoader({
  access: 'department.create',
  load: async ({ ports }) => ({ commandId: ports.newId() }),
});

export const action = screenAction({
  access: 'department.create',
  async act(page) {
    const form = await readForm(page, nameForm);
    if (!form.ok) return form.showAgain();
    const result = await form.run(createDepartment, form.values);
    if (!result.ok) return form.refused(result.failure, failed.createDepartment);
    const back = backTo(form.values.returnTo, addresses.departments());
    await addToSaved(page, back, ['departments', result.value.department]);
    return redirectTo(page, back, `Department ${result.value.name} created.`);
  },
});

export default function CreateDepartment() {
  const { commandId } = useLoaderData<typeof loader>();
  return (
    <NamePage
      id="create-department"
      title="Create Department"
      label="New department"
      submit="Create Department"
      maxLength={80}
      masthead={<DepartmentHead />}
      consequence="People who join it are assigned the training of its documents."
      commandId={commandId}
      back={addresses.departments()}
    />
  );
}
