import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { changeRoute } from '#app/approval-routes/commands/manage.ts';
import { atFormFields, routeForm } from '#app/approval-routes/forms/route.ts';
import { getRoute, routeChoices } from '#app/approval-routes/queries/list.ts';
import { definitionOf } from '#app/approval-routes/screens/definition.ts';
import { RoutePage } from '#app/approval-routes/screens/route-page.tsx';
import { changedWords, readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Change route', data?.route.name);

export const loader = screenLoader({
  access: 'route.manage',
  params: uidParams,
  load: async ({ ask, params, ports }) => ({
    route: await ask(getRoute, { route: params.uid }),
    choices: await ask(routeChoices, {}),
    commandId: ports.newId(),
  }),
});

export const action = screenAction({
  access: 'route.manage',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    const form = await readForm(page, routeForm, { command: changeRoute });
    if (!form.ok) return form.showAgain();
    const definition = definitionOf(form.values, await page.ask(routeChoices, {}));
    const result = await form.run(changeRoute, { ...form.values, route: uid, definition });
    if (!result.ok) return form.refused(atFormFields(result.failure, form.values), failed.saveRoute);
    return redirectTo(page, addresses.settingsRoutes(), changedWords(result.value, 'The route is saved.'));
  },
});

/** Changes a route. */
export default function ChangeRoute() {
  const { route, choices, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { streamVersion, same_person: samePerson, ...rest } = route;
  return (
    <RoutePage
      key={streamVersion}
      title="Change route"
      choices={choices}
      commandId={commandId}
      route={{ definition: { ...rest, samePerson }, streamVersion }}
      lastResult={answer?.lastResult}
    />
  );
}
