import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { withReference } from '#app/kit/screen/screen.ts';
import { loadShell } from '#app/kit/screen/shell.ts';
import { Footer, PrintLine } from './ui/footer/footer.tsx';
import favicon from './ui/masthead/favicon.svg';
import { Masthead } from './ui/masthead/masthead.tsx';
import { Toast, ToastNotice } from './ui/notice/toast.tsx';
import { rowsId } from './ui/register/rows-id.ts';
import { useArrival } from './ui/shell/arrival.ts';
import { ChangePasswordDialog } from './ui/shell/change-password.tsx';
import { errorTitle } from './ui/shell/error-page.tsx';
import { describeError } from './ui/shell/route-error.tsx';
import { IdleWarning } from './ui/shell/idle-warning.tsx';
import { useHydrated } from './ui/shell/hydrated.ts';
import { PendingLine } from './ui/shell/pending-line.tsx';
import { useNonce } from './ui/shell/nonce.tsx';
import styles from './ui/styles/app.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${errorTitle(describeError(error))} - Imprimatur` : 'Imprimatur' },
];

/** The frame of every page: the person, the toast that the last answer left, the theme. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { shell, headers } = await withReference(args, () => loadShell(request, context));
  return data(shell, { headers });
}

export { shouldRevalidate } from './kit/screen/revalidate.ts';

const changePassword = 'change-password';

/** The document around every page and every error page. Where the root loader itself failed there is no shell. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const shell = useRouteLoaderData<typeof loader>('root');
  const hydrated = useHydrated();
  const location = useLocation();
  useArrival(location);
  const viewer = shell?.viewer;
  return (
    <html lang="en-GB" data-theme={shell?.theme ?? undefined} className={hydrated ? 'js' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to main content
        </a>
        <a className="skip skip-rows" href={`#${rowsId}`}>
          Skip to the list
        </a>
        <PendingLine />
        {viewer && <Masthead viewer={viewer} shortcut={shell.shortcut} changePasswordDialog={changePassword} />}
        {viewer && shell.toast && <ToastNotice toast={shell.toast} />}
        {children}
        {viewer && (
          <>
            <Footer version={viewer.version} orgName={viewer.orgName} />
            <PrintLine version={viewer.version} by={`${viewer.firstName} ${viewer.lastName}`} now={shell.now} />
            <ChangePasswordDialog id={changePassword} />
          </>
        )}
        {viewer && shell.idleMinutes !== null && <IdleWarning idleMinutes={shell.idleMinutes} />}
        {shell?.toast && <Toast key={location.key} toast={shell.toast} />}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export { RouteError as ErrorBoundary } from './ui/shell/route-error.tsx';
