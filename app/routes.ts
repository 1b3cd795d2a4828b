import { index, route, type RouteConfig } from '@remix-run/route-config';

/** Every URL of the product, in the specification's order; those that it does not name follow the one they belong to. */
export default [
  index('screens/account/sign-in.tsx'),
  route('/sign-out', 'screens/account/sign-out.tsx'),
  route('/setup', 'screens/setup/setup.tsx'),
  route('/confirm', 'screens/account/confirm.tsx'),
  route('/change', 'screens/account/change.tsx'),
  route('/dashboard/functional-areas/create', 'screens/team/create-functional-area.tsx'),
  route('/dashboard/users', 'screens/team/team.tsx'),
  route('/dashboard/users/invite', 'screens/team/invite.tsx'),
  route('/dashboard/departments', 'screens/team/departments.tsx'),
  route('/dashboard/departments/create', 'screens/team/create-department.tsx'),
  route('/dashboard/departments/:uid/edit', 'screens/team/edit-department.tsx'),
  route('/appearance', 'screens/account/appearance.tsx'),
  route('*', 'screens/fault/not-found.tsx'),
] satisfies RouteConfig;
