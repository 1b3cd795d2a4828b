import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { renameDepartment } from '#app/commands/department/save.ts';
import { addresses } from '#app/http/addresses.ts';
import { errorPage, screenAction, screenLoader, submit } from '#app/http/screen.ts';
import { listDepartments } from '#app/queries/department/list-departments.ts';
import { NamePage } from '#app/screens/team/name-form.tsx';
import { backTo, nameForm } from '#app/screens/team/name-schema.ts';

export const meta: MetaFunction = () => [{ title: 'Edit department - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('department.rename', async ({ ask, params, ports }) => {
    const department = (await ask(listDepartments, {})).find(({ uid }) => uid === params.uid);
    if (!department) throw errorPage({ code: 'not_found' });
    return { name: department.name, commandId: ports.newId() };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('department.rename', async (page) =>
    submit(page, {
      form: await page.request.formData(),
      schema: nameForm,
      command: renameDepartment,
      broken: 'There was a problem updating this department.',
      input: ({ name }) => ({ name, department: page.params.uid }),
      after: ({ name }, { returnTo }) => ({
        to: backTo(returnTo, addresses.departments()),
        toast: `The department is now called ${name}.`,
      }),
    }),
  )(args);

export default function EditDepartment() {
  const { name, commandId } = useLoaderData<typeof loader>();
  return (
    <NamePage
      id="edit-department"
      title="Edit department"
      label="Name"
      submit="Save"
      maxLength={80}
      commandId={commandId}
      name={name}
      back={addresses.departments()}
    />
  );
}
