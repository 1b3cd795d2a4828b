/**
 * The layout of every page: the bar of one that shows the past, and an error boundary below root.tsx: the root's loader
 * runs also where an action throws, so that the error page has the masthead of the person who is signed in.
 */
import { Outlet } from '@remix-run/react';
import { PastBar } from './ui/as-of/as-of.tsx';

export default function Layout() {
  return (
    <>
      <PastBar />
      <Outlet />
    </>
  );
}

export { RouteError as ErrorBoundary } from './ui/shell/route-error.tsx';
