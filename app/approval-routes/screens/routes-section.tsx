import type { MetaFunction } from '@remix-run/node';
import { Form as GetForm, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { changeKinds, laterKinds, type ChangeKind } from '#events/document/change-kinds.ts';
import { typeLabel } from '#events/document/type.ts';
import { addresses } from '#app/kit/addresses.ts';
import { listRoutes } from '#app/approval-routes/queries/list.ts';
import { previewRoute, type RoutePreview } from '#app/approval-routes/queries/preview.ts';
import { SettingsFrame } from '#app/organisation/screens/settings/settings-frame.tsx';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { Button, LinkButton } from '#app/ui/button/button.tsx';
import { RouteSteps } from '#app/ui/page/route-steps.tsx';
import { Register, type Column } from '#app/ui/register/register.tsx';
import { pageTitle, WideSection } from '#app/ui/page/page.tsx';
import { changeKindWords } from '#app/kit/words/version-change.ts';
import { missingWords, scopeWords, separationWords, stepFacts } from '#app/approval-routes/words/routes.ts';

export const meta: MetaFunction = () => pageTitle('Settings', 'Approval routes');

export const loader = screenLoader({
  access: 'route.manage',
  search: z.object({
    preview: z.string().max(60).default('').catch(''),
    kind: z.enum(changeKinds).default('major').catch('major'),
  }),
  load: async ({ ask, search: { preview: number, kind } }) => ({
    routes: await ask(listRoutes, {}),
    number,
    kind,
    previewed: number.trim() === '' ? null : await ask(previewRoute, { number, kind }),
  }),
});

type Route = ReturnType<typeof useLoaderData<typeof loader>>['routes'][number];

const columns: Column<Route>[] = [
  {
    key: 'name',
    label: 'Route',
    rowHead: true,
    place: 'full',
    cell: ({ name, version }) => (
      <>
        {name}
        <br />
        <span className="meta">Version {version}</span>
      </>
    ),
  },
  { key: 'for', label: 'Documents', labelled: true, place: 'later', cell: scopeWords },
  {
    key: 'steps',
    label: 'Steps',
    labelled: true,
    place: 'later',
    cell: ({ steps }) => steps.map(({ name }, at) => `${at + 1}\u{a0}${name}`).join(' · '),
  },
  {
    key: 'separation',
    label: 'Owner',
    labelled: true,
    place: 'later',
    cell: ({ separation }) => separationWords[separation],
  },
  {
    key: 'acts',
    label: 'Actions',
    hiddenLabel: true,
    place: 'later',
    cell: ({ uid, name }) => (
      <span className="actions">
        <LinkButton to={addresses.changeRoute(uid)} size="small" icon="pencil" about={name}>
          Change
        </LinkButton>
        <LinkButton to={addresses.retireRoute(uid)} size="small" kind="quiet-stop" about={name}>
          Retire
        </LinkButton>
      </span>
    ),
  },
];

/** The routes in use, and what would happen to a document today. */
export default function RoutesSection() {
  const { routes, number, kind, previewed } = useLoaderData<typeof loader>();
  return (
    <SettingsFrame current="routes">
      <WideSection
        id="routes"
        title="Approval routes"
        actions={
          <LinkButton to={addresses.defineRoute()} icon="plus">
            Define route
          </LinkButton>
        }
      >
        <div className="stack">
          <p className="meta">
            A version takes the route of its type, area and kind of change: the narrowest one that fits. Without a route
            everybody who is chosen signs at once. Versions in review keep the route that they were sent along.
          </p>
          <Register
            labelledBy="routes"
            columns={columns}
            rows={routes}
            rowKey={({ uid }) => uid}
            empty="No routes yet."
          />
        </div>
      </WideSection>
      <WideSection id="preview" title="Preview">
        <div className="stack">
          <GetForm method="get" className="filters" preventScrollReset>
            <div className="field">
              <label htmlFor="preview-number">Document</label>
              <input id="preview-number" name="preview" defaultValue={number} placeholder="SOP-QA-017" maxLength={60} />
            </div>
            <div className="field">
              <label htmlFor="preview-kind">Kind of change</label>
              <select id="preview-kind" name="kind" defaultValue={kind}>
                {laterKinds.map((one) => (
                  <option key={one} value={one}>
                    {changeKindWords[one]}
                  </option>
                ))}
              </select>
            </div>
            <Button type="submit">Preview</Button>
          </GetForm>
          {number !== '' && previewed === null && <p role="status">There is no document with this number.</p>}
          {previewed && <Previewed {...previewed} />}
        </div>
      </WideSection>
    </SettingsFrame>
  );
}

interface PreviewedProps {
  document: { name: string; type: Route['types'][number]; functionalArea: string; docNum: string };
  kind: ChangeKind;
  preview: RoutePreview | null;
}

function Previewed({ document, kind, preview }: PreviewedProps) {
  const number = `${typeLabel(document.type)} - ${document.functionalArea} - ${document.docNum}`;
  return (
    <>
      <p role="status">
        <b>{number}</b> {document.name}, {kind === 'new' ? 'a first version' : `as a ${kind} change`},{' '}
        {preview
          ? `would take the route ${preview.name}, version ${preview.version}, if it were sent for review today.`
          : 'takes no route: everybody who is chosen signs at once.'}
      </p>
      {preview && <PreviewSteps preview={preview} />}
    </>
  );
}

/** The steps of a route with whom it asks, and whom it lacks. */
export const PreviewSteps = ({ preview }: { preview: RoutePreview }) => (
  <RouteSteps
    label={`Steps of the route ${preview.name}`}
    steps={preview.steps.map((step, at) => ({
      title: `${at + 1} ${step.name}`,
      facts: stepFacts(step),
      people: step.people.map(({ name }) => name).join(', '),
      // People whom the owner names are not missing before there is a version.
      missing: step.who.kind === 'named_by_owner' ? null : missingWords(step),
    }))}
  />
);
