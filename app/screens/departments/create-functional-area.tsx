import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { createFunctionalArea } from '#app/commands/department/create-functional-area.ts';
import { addresses } from '#app/addresses.ts';
import { screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { functionalAreaForm } from '#app/screens/departments/name-form.tsx';
import { NamePage } from '#app/screens/departments/name-page.tsx';
import { backTo, nameForm } from '#app/screens/departments/name-schema.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Create functional area - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('functional_area.create', async ({ ports }) => ({ commandId: ports.newId() }))(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('functional_area.create', async (page) =>
    submit(page, {
      form: await page.request.formData(),
      schema: nameForm,
      command: createFunctionalArea,
      broken: 'There was a problem creating your new functional area.',
      after: ({ name }, { returnTo }) => ({
        to: backTo(returnTo, addresses.home('manage')),
        toast: `The functional area ${name} is created.`,
      }),
    }),
  )(args);

export default function CreateFunctionalArea() {
  const { commandId } = useLoaderData<typeof loader>();
  return (
    <NamePage
      id="create-functional-area"
      title="Create functional area"
      {...functionalAreaForm}
      commandId={commandId}
      back={addresses.home('manage')}
    />
  );
}
