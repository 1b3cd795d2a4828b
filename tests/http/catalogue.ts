import type { Person } from '#app/setup/world.ts';
import type { Form, Site } from './site.ts';

export const strong = 'quarry-lattice-77-moss';
export const twice = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });
const admin = ({ ours }: Site): Person => ours.admin;
const invited = ({ ours }: Site): Form => ({ email: ours.invited.email });
export const profile = (site: Site, more: Form = {}): Form => ({
  firstName: 'Zofia',
  lastName: 'Nowak',
  email: 'zofia@northmere.example',
  role: 'EMPLOYEE',
  departments: site.ours.world.uidsOf(['Quality']),
  ...more,
});

export type Refusal = readonly [
  row: string,
  by: (site: Site) => Person | null,
  path: (site: Site) => string,
  form: (site: Site) => Form,
  status: number,
  says: string,
];
const nobody = () => null;

/** What the specification's error catalogue (section 8) says at login, confirm, change, users and departments. */
export const refusals: readonly Refusal[] = [
  [
    'login, wrong password',
    nobody,
    () => '/?index',
    (site) => ({ email: site.ours.employee.email, password: 'not-it' }),
    401,
    'Your email and password do not match our records.',
  ],
  [
    'login, unknown address',
    nobody,
    () => '/?index',
    () => ({ email: 'nobody@nowhere.example', password: 'not-it' }),
    401,
    'Your email and password do not match our records.',
  ],
  ...['/?index', '/forgot', '/expired', '/request-code', '/confirm', '/reconfirm', '/reset'].map((path): Refusal => [
    `no address of an e-mail, ${path}`,
    nobody,
    () => path,
    () => ({ email: 'nobody', password: 'not-it', code: 'AAAA-BBBB', ...twice(strong) }),
    422,
    'Enter a valid email address',
  ]),
  ...['/confirm', '/reconfirm', '/reset'].map((path): Refusal => [
    `a confirmation that differs, ${path}`,
    nobody,
    () => path,
    (site) => ({ ...invited(site), code: 'AAAA-BBBB', newPassword: strong, confirmPassword: `${strong}-` }),
    422,
    'The passwords do not match.',
  ]),
  [
    'confirm, 401',
    nobody,
    () => '/confirm',
    (site) => ({ ...invited(site), code: 'AAAA-BBBB', ...twice(strong) }),
    401,
    'Invalid verification code provided.',
  ],
  [
    'reconfirm, 401',
    nobody,
    () => '/reconfirm',
    (site) => ({ ...invited(site), code: 'AAAA-BBBB', ...twice(strong) }),
    401,
    'Invalid verification code provided.',
  ],
  [
    'confirm, 410',
    nobody,
    () => '/confirm',
    (site) => ({ email: site.ours.employee.email, code: 'AAAA-BBBB', ...twice(strong) }),
    410,
    'User is already confirmed.',
  ],
  [
    'reconfirm, 410',
    nobody,
    () => '/reconfirm',
    (site) => ({ email: site.ours.employee.email, code: 'AAAA-BBBB', ...twice(strong) }),
    410,
    'User is already confirmed.',
  ],
  [
    'new code, unknown',
    nobody,
    () => '/request-code',
    () => ({ email: 'nobody@nowhere.example' }),
    422,
    'Unable to request a code for this email.',
  ],
  [
    'change, wrong current password',
    admin,
    () => '/change',
    () => ({ currentPassword: 'not-it', ...twice(strong) }),
    401,
    'Your current password has not been entered correctly.',
  ],
  [
    'change, the same password',
    admin,
    () => '/change',
    (site) => ({ currentPassword: admin(site).password, ...twice(admin(site).password) }),
    422,
    'Your new password cannot match your previous password.',
  ],
  [
    'change, a weak password',
    admin,
    () => '/change',
    (site) => ({ currentPassword: admin(site).password, ...twice('aaaaaaaaaaaa') }),
    422,
    'Choose a stronger password',
  ],
  [
    'invite, address format',
    admin,
    () => '/dashboard/users/invite',
    (site) => profile(site, { email: `${'a'.repeat(65)}@northmere.example` }),
    422,
    'There was a problem inviting Zofia Nowak Invalid email address format.',
  ],
  ...[
    ['in all', `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(4)}example`],
    ['label', `zofia@${'b'.repeat(64)}.example`],
    ['no dot', 'zofia@northmere'],
  ].map(([what, email]): Refusal => [
    `invite, address format, ${what}`,
    admin,
    () => '/dashboard/users/invite',
    (site) => profile(site, { email: email ?? '' }),
    422,
    'There was a problem inviting Zofia Nowak Invalid email address format.',
  ]),
  [
    'invite, an address that is taken',
    admin,
    () => '/dashboard/users/invite',
    (site) => profile(site, { email: site.theirs.employee.email }),
    409,
    'There was a problem inviting Zofia Nowak This email address cannot be invited.',
  ],
  ['invite, nothing filled in', admin, () => '/dashboard/users/invite', () => ({}), 422, 'This field is required.'],
  [
    'edit, no department',
    admin,
    (site) => `/dashboard/users/${site.ours.employee.uid}/edit`,
    (site) => profile(site, { departments: [] }),
    422,
    'This field is required.',
  ],
  [
    'edit, the last admin',
    admin,
    (site) => `/dashboard/users/${admin(site).uid}/edit`,
    (site) => profile(site),
    409,
    'There was a problem editing this user. The last active admin cannot be deactivated or given another role. Make another person an admin first.',
  ],
  [
    'deactivate, oneself',
    admin,
    (site) => `/dashboard/users/${admin(site).uid}/deactivate`,
    () => ({}),
    409,
    'There was a problem deactivating this user. You cannot deactivate yourself. Another admin can.',
  ],
  [
    'department, empty name',
    admin,
    () => '/dashboard/departments/create',
    () => ({ name: ' ' }),
    422,
    'Must enter a valid department name.',
  ],
  [
    'department, empty name on edit',
    admin,
    (site) => `/dashboard/departments/${site.ours.world.uidsOf(['Quality'])[0]}/edit`,
    () => ({ name: ' ' }),
    422,
    'This field is required.',
  ],
  [
    'department, reserved name',
    admin,
    () => '/dashboard/departments/create',
    () => ({ name: 'all departments' }),
    422,
    'Invalid department name.',
  ],
  [
    'department, 409 on create',
    admin,
    () => '/dashboard/departments/create',
    () => ({ name: 'Quality' }),
    409,
    'A department with this name already exists.',
  ],
  [
    'department, 409 on edit',
    admin,
    (site) => `/dashboard/departments/${site.ours.world.uidsOf(['Quality'])[0]}/edit`,
    () => ({ name: 'Laboratory' }),
    409,
    'Attempting to save a department with a conflicting name.',
  ],
  [
    'functional area, 409',
    admin,
    () => '/dashboard/functional-areas/create',
    () => ({ name: 'QA' }),
    409,
    'A functional area with this name already exists.',
  ],
  [
    'functional area, too long',
    admin,
    () => '/dashboard/functional-areas/create',
    () => ({ name: 'QUALI' }),
    422,
    'Must enter a valid functional area name.',
  ],
];

/** What is said where something of ours fails: the ledger takes no event, or nobody can be looked up. */
export const faults: readonly Refusal[] = (
  [
    [
      'invite, other failure',
      () => '/dashboard/users/invite',
      (site: Site) => profile(site),
      'There was a problem inviting Zofia Nowak',
    ],
    [
      'department, other failure on create',
      () => '/dashboard/departments/create',
      () => ({ name: 'Night Shift' }),
      'There was a problem creating your new department.',
    ],
    [
      'department, other failure on edit',
      (site: Site) => `/dashboard/departments/${site.ours.world.uidsOf(['Quality'])[0]}/edit`,
      () => ({ name: 'Grade' }),
      'There was a problem updating this department.',
    ],
    [
      'functional area, other failure',
      () => '/dashboard/functional-areas/create',
      () => ({ name: 'LAB' }),
      'There was a problem creating your new functional area.',
    ],
    [
      'edit, other failure',
      (site: Site) => `/dashboard/users/${site.ours.employee.uid}/edit`,
      (site: Site) => profile(site),
      'There was a problem editing this user.',
    ],
    [
      'deactivate, other failure',
      (site: Site) => `/dashboard/users/${site.ours.employee.uid}/deactivate`,
      () => ({}),
      'There was a problem deactivating this user.',
    ],
    [
      'reactivate, other failure',
      (site: Site) => `/dashboard/users/${site.ours.deactivated.uid}/reactivate`,
      () => ({}),
      'There was a problem reactivating this user.',
    ],
  ] as const
).map(([row, path, form, says]): Refusal => [row, admin, path, form, 500, says]);
