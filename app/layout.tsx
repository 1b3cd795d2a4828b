/**
 * The layout of every page. It adds nothing to root.tsx but an error boundary below it: the root's loader runs also
 * where an action throws, so that the error page has the masthead of the person who is signed in.
 */
export { Outlet as default } from '@remix-run/react';
export { RouteError as ErrorBoundary } from './ui/shell/route-error.tsx';
