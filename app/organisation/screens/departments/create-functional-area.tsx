import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { createFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { addToSaved } from '#app/kit/screen/saved-form.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { functionalAreaForm } from '#app/organisation/screens/departments/name-form.tsx';
import { AreaHead } from '#app/organisation/screens/departments/heads.tsx';
import { NamePage } from '#app/organisation/screens/departments/name-page.tsx';
import { backTo, nameForm } from '#app/organisation/screens/departments/name-schema.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Create functional area - Imprimatur' }];

export const loader = screenLoader({
  access: 'functional_area.create',
  load: async ({ ports }) => ({ commandId: ports.newId() }),
});

export const action = screenAction({
  access: 'functional_area.create',
  async act(page) {
    const form = await readForm(page, nameForm);
    if (!form.ok) return form.showAgain();
    const result = await form.run(createFunctionalArea, form.values);
    if (!result.ok) return form.refused(result.failure, failed.createFunctionalArea);
    const back = backTo(form.values.returnTo, addresses.home('manage'));
    await addToSaved(page, back, ['functionalArea', result.value.name]);
    return redirectTo(page, back, `Functional area ${result.value.name} created.`);
  },
});

export default function CreateFunctionalArea() {
  const { commandId } = useLoaderData<typeof loader>();
  return (
    <NamePage
      id="create-functional-area"
      title="Create functional area"
      {...functionalAreaForm}
      masthead={<AreaHead />}
      consequence="New documents can be numbered in it."
      commandId={commandId}
      back={addresses.home('manage')}
    />
  );
}
