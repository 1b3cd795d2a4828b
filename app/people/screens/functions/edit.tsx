import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { limits } from '#events/limits.ts';
import { editFunction } from '#app/people/commands/functions/manage.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getFunction } from '#app/people/queries/functions/list.ts';
import { EditPage } from '#app/organisation/screens/departments/edit-page.tsx';
import { editForm } from '#app/organisation/screens/departments/name-schema.ts';
import { FunctionHead } from '#app/people/screens/functions/function-head.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Edit function', data?.edited.name);

export const loader = screenLoader({
  access: 'function.edit',
  params: uidParams,
  load: async ({ ask, params, ports }) => ({
    edited: await ask(getFunction, { function: params.uid }),
    commandId: ports.newId(),
  }),
});

export const action = commandAction({
  access: 'function.edit',
  params: uidParams,
  command: editFunction,
  form: editForm,
  input: ({ page }) => ({ function: page.params.uid }),
  failed: failed.editFunction,
  done: ({ value }) => [addresses.settingsFunctions(), `The function ${value.name} is saved.`],
});

/** Renames a function, retires it, or takes it back into use. */
export default function EditFunction() {
  const { edited, commandId } = useLoaderData<typeof loader>();
  return (
    <EditPage
      id="edit-function"
      title="Edit function"
      masthead={<FunctionHead name={edited.name} />}
      back={addresses.settingsFunctions()}
      edited={edited}
      commandId={commandId}
      consequence="Lists and reports show the new name. Audit trails keep what was recorded before."
      maxLength={limits.functionName}
      retiredHint="Nobody new can get this function. Those who hold it keep it."
    />
  );
}
