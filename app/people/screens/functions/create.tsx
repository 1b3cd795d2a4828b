import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { limits } from '#events/limits.ts';
import { createFunction } from '#app/people/commands/functions/manage.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader } from '#app/kit/screen/screen.ts';
import { NamePage } from '#app/organisation/screens/departments/name-page.tsx';
import { nameForm } from '#app/organisation/screens/departments/name-schema.ts';
import { FunctionHead } from '#app/people/screens/functions/function-head.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Create function - Imprimatur' }];

export const loader = screenLoader({
  access: 'function.edit',
  load: async ({ ports }) => ({ commandId: ports.newId() }),
});

export const action = commandAction({
  access: 'function.edit',
  command: createFunction,
  form: nameForm,
  failed: failed.createFunction,
  done: ({ value }) => [addresses.settingsFunctions(), `The function ${value.name} is created.`],
});

/** Asks for the name of a new function. */
export default function CreateFunction() {
  const { commandId } = useLoaderData<typeof loader>();
  return (
    <NamePage
      id="create-function"
      title="Create function"
      label="Name"
      hint="For example, Quality unit"
      submit="Create function"
      maxLength={limits.functionName}
      masthead={<FunctionHead />}
      consequence="Then grant it to the people who hold it."
      commandId={commandId}
      back={addresses.settingsFunctions()}
    />
  );
}
