import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { editFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { addresses } from '#app/kit/addresses.ts';
import { changedWords, readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { getFunctionalArea } from '#app/organisation/queries/functional-areas.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { functionalAreaForm } from '#app/organisation/screens/departments/name-form.tsx';
import { EditPage } from '#app/organisation/screens/departments/edit-page.tsx';
import { AreaHead } from '#app/organisation/screens/departments/heads.tsx';
import { editForm } from '#app/organisation/screens/departments/name-schema.ts';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

/** Its name. */
const params = z.object({ area: z.string().max(40) });

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Edit functional area', data?.area.name);

export const loader = screenLoader({
  access: 'functional_area.edit',
  params,
  load: async ({ ask, params, ports }) => ({
    area: await ask(getFunctionalArea, { named: params.area }),
    commandId: ports.newId(),
  }),
});

export const action = screenAction({
  access: 'functional_area.edit',
  params,
  async act(page) {
    const form = await readForm(page, editForm, { command: editFunctionalArea });
    if (!form.ok) return form.showAgain();
    const result = await form.run(editFunctionalArea, { ...form.values, named: page.params.area });
    if (!result.ok) return form.refused(result.failure, failed.editFunctionalArea);
    return redirectTo(
      page,
      addresses.functionalAreas(),
      changedWords(result.value, `The functional area ${result.value.name} is saved.`),
    );
  },
});

/** Renames a functional area, retires it, or takes it back into use. */
export default function EditFunctionalArea() {
  const { area, commandId } = useLoaderData<typeof loader>();
  return (
    <EditPage
      id="edit-functional-area"
      title="Edit functional area"
      masthead={<AreaHead name={area.name} />}
      back={addresses.functionalAreas()}
      edited={area}
      commandId={commandId}
      consequence={
        'The number of each of its documents changes with the name. ' + 'Audit trails keep what was recorded before.'
      }
      nameHint={functionalAreaForm.hint}
      maxLength={functionalAreaForm.maxLength}
      retiredHint="No new document can get this functional area. Its documents keep it."
    />
  );
}
