import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { atFormFields, routeForm } from '#app/approval-routes/forms/route.ts';
import { routeChoices } from '#app/approval-routes/queries/list.ts';
import { definitionOf } from '#app/approval-routes/screens/definition.ts';
import { RoutePage } from '#app/approval-routes/screens/route-page.tsx';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

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
    if (!form.ok) return form.showAgain();
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
