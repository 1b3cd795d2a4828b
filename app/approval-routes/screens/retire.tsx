import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { retireRoute } from '#app/approval-routes/commands/manage.ts';
import { getRoute } from '#app/approval-routes/queries/list.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Retire route', data?.route.name);

export const loader = screenLoader({
  access: 'route.manage',
  params: uidParams,
  load: async ({ ask, params, ports }) => ({
    route: await ask(getRoute, { route: params.uid }),
    commandId: ports.newId(),
  }),
});

export const action = commandAction({
  access: 'route.manage',
  params: uidParams,
  command: retireRoute,
  input: ({ page }) => ({ route: page.params.uid }),
  failed: failed.retireRoute,
  done: () => [addresses.settingsRoutes(), 'The route is retired.'],
});

/** Retires a route, for a reason. */
export default function RetireRoute() {
  const { route, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="retire"
      title="Retire route"
      back={addresses.settingsRoutes()}
      commandId={commandId}
      always
      expectedVersion={route.streamVersion}
      button={
        <SubmitButton kind="stop" pendingLabel="Retiring…">
          Retire route
        </SubmitButton>
      }
    >
      <p>
        <b>{route.name}</b>
      </p>
      <p>Its documents take another route that fits them, or none. Versions in review keep it.</p>
    </ReasonPage>
  );
}
