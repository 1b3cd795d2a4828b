import { UNSAFE_RemixContext, type UNSAFE_RemixContextObject } from '@remix-run/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { ReactNode } from 'react';
import { answerInvitation } from './invitation-answer.ts';
import { Footer, PrintLine } from '#app/ui/footer/footer.tsx';
import { Masthead } from '#app/ui/masthead/masthead.tsx';
import { ChangePasswordDialog } from '#app/ui/shell/change-password.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { now, viewer } from './samples.ts';

/** As much of Remix as a form asks for that posts to another page: the gallery has one route and no build. */
const remix = {
  manifest: {
    routes: { 0: { id: '0', module: '/', path: '*' } },
    entry: { module: '', imports: [] },
    url: '',
    version: '',
  },
  routeModules: { 0: { default: Marker } },
  future: {},
} as unknown as UNSAFE_RemixContextObject;

function Marker() {
  return useHydrated() ? <div hidden data-hydrated /> : null;
}

/** A page of the gallery inside the product's frame, or alone. */
export function Frame({ path, alone, children }: { path: string; alone: boolean; children: ReactNode }) {
  const page = alone ? (
    <>
      <Marker />
      {children}
    </>
  ) : (
    <>
      <Marker />
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <Masthead viewer={viewer} shortcut changePasswordDialog="change-password" />
      {children}
      <Footer version={viewer.version} orgName={viewer.orgName} />
      <PrintLine version={viewer.version} by="Ines Okafor" now={now} />
      <ChangePasswordDialog id="change-password" />
    </>
  );
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: page,
        loader: () => ({ q: '', groups: [], note: null, withoutText: [] }),
        action: ({ request }) => answerInvitation(request),
      },
    ],
    { initialEntries: [path], hydrationData: { loaderData: { 0: null } } },
  );
  return (
    <UNSAFE_RemixContext.Provider value={remix}>
      <RouterProvider router={router} future={{ v7_startTransition: true }} />
    </UNSAFE_RemixContext.Provider>
  );
}
