import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { createDepartment } from '#app/commands/department/save.ts';
import { addresses } from '#app/addresses.ts';
import { screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { NamePage } from '#app/screens/departments/name-page.tsx';
import { backTo, nameForm } from '#app/screens/departments/name-schema.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Create Department - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('department.create', async ({ ports }) => ({ commandId: ports.newId() }))(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('department.create', async (page) =>
    submit(page, {
      form: await page.request.formData(),
      schema: nameForm,
      command: createDepartment,
      broken: 'There was a problem creating your new department.',
      after: ({ name }, { returnTo }) => ({
        to: backTo(returnTo, addresses.departments()),
        toast: `The department ${name} is created.`,
      }),
    }),
  )(args);

export default function CreateDepartment() {
  const { commandId } = useLoaderData<typeof loader>();
  return (
    <NamePage
      id="create-department"
      title="Create Department"
      label="New department"
      submit="Create Department"
      maxLength={80}
      commandId={commandId}
      back={addresses.departments()}
    />
  );
}
