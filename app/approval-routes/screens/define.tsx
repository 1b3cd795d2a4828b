import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { defineRoute } from '#app/commands/route/manage.ts';
import { atFormFields, routeForm } from '#app/forms/route.ts';
import { routeChoices } from '#app/queries/route/list.ts';
import { definitionOf } from '#app/screens/routes/definition.ts';
import { RoutePage } from '#app/screens/routes/route-page.tsx';
import { readForm, redirectTo } from '#app/server/screen/form.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { pageTitle } from '#app/ui/text/page-title.ts';
import { failed } from '#app/wording/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => pageTitle('Define route', 'Approval routes');

export const loader = screenLoader({
  access: 'route.manage',
  load: async ({ ask, ports }) => ({ choices: await ask(routeChoices, {}), commandId: ports.newId() }),
});

export const action = screenAction({
  access: 'route.manage',
  async act(page) {
    const form = await readForm(page, routeForm);
    if (!form.ok) return form.again();
    const definition = definitionOf(form.values, await page.ask(routeChoices, {}));
    const result = await form.run(defineRoute, { definition });
    if (!result.ok) return form.refused(atFormFields(result.failure, form.values), failed.saveRoute);
    return redirectTo(page, addresses.settingsRoutes(), 'The route is defined.');
  },
});

/** Defines a route. */
export default function DefineRoute() {
  const { choices, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <RoutePage
      title="Define route"
      choices={choices}
      commandId={commandId}
      route={null}
      lastResult={answer?.lastResult}
    />
  );
}
