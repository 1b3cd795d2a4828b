import { route, type RouteConfig } from '@remix-run/route-config';

/** Every URL of the product, in the specification's order. */
export default [
  route('/', 'screens/account/sign-in.tsx'),
] satisfies RouteConfig;
