import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { limits } from '#events/limits.ts';
import { editFunction } from '#app/people/commands/functions/manage.ts';
import { addresses } from '#app/kit/addresses.ts';
import { getFunction } from '#app/people/queries/functions/list.ts';
import { EditPage } from '#app/organisation/screens/departments/edit-page.tsx';
import { editForm } from '#app/organisation/screens/departments/name-schema.ts';
import { FunctionHead } from '#app/people/screens/functions/function-head.tsx';
import { changedWords, readForm, redirectTo } from '#app/kit/screen/form.ts';
import { uidParams } from '#app/kit/screen/route-input.ts';
import { screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { pageTitle } from '#app/ui/text/page-title.ts';
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

export const action = screenAction({
  access: 'function.edit',
  params: uidParams,
  async act(page) {
    const form = await readForm(page, editForm, { command: editFunction });
    if (!form.ok) return form.showAgain();
    const result = await form.run(editFunction, { ...form.values, function: page.params.uid });
    if (!result.ok) return form.refused(result.failure, failed.editFunction);
    return redirectTo(
      page,
      addresses.settingsFunctions(),
      changedWords(result.value, `The function ${result.value.name} is saved.`),
    );
  },
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
