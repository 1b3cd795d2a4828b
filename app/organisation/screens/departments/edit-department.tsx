import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { renameDepartment } from '#app/organisation/commands/save-department.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getDepartment } from '#app/organisation/queries/get-department.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { DepartmentHead } from '#app/organisation/screens/departments/heads.tsx';
import { NamePage } from '#app/organisation/screens/departments/name-page.tsx';
import { backTo, nameForm } from '#app/organisation/screens/departments/name-schema.ts';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Edit department', data?.name);

export const loader = screenLoader({
  access: 'department.rename',
  params: uidParams,
  async load({ ask, params, ports }) {
    const { name, streamVersion } = await ask(getDepartment, { department: params.uid });
    return { name, streamVersion, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'department.rename',
  params: uidParams,
  command: renameDepartment,
  form: nameForm,
  input: ({ page }) => ({ department: page.params.uid }),
  failed: failed.renameDepartment,
  done({ values, value }) {
    const back = backTo(values.returnTo, addresses.departments());
    return [back, `The department is now called ${value.name}.`];
  },
});

export default function EditDepartment() {
  const { name, streamVersion, commandId } = useLoaderData<typeof loader>();
  return (
    <NamePage
      id="edit-department"
      title="Edit department"
      label="Name"
      submit="Save"
      maxLength={80}
      masthead={<DepartmentHead name={name} />}
      consequence="Lists and reports show the new name. Audit trails keep what was recorded before."
      commandId={commandId}
      expectedVersion={streamVersion}
      name={name}
      asksWhy
      back={addresses.departments()}
    />
  );
}
