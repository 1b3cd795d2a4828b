import { index, route, type RouteConfig } from '@remix-run/route-config';

/** Every URL of the product, in the specification's order; those that it does not name follow the one they belong to. */
export default [
  index('screens/account/sign-in.tsx'),
  route('/sign-out', 'screens/account/sign-out.tsx'),
  route('/setup', 'screens/setup/setup.tsx'),
  route('*', 'screens/fault/not-found.tsx'),
] satisfies RouteConfig;
