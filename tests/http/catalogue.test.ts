import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type Form, type Site } from './site.ts';
import type { Person } from '#app/setup/world.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
}, 240_000);
afterAll(() => site.close());

const words = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');

const strong = 'quarry-lattice-77-moss';
const twice = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });
const admin = () => site.ours.admin;
const invited = (): Form => ({ email: site.ours.invited.email });
const profile = (more: Form = {}): Form => ({
  firstName: 'Zofia',
  lastName: 'Nowak',
  email: 'zofia@northmere.example',
  role: 'EMPLOYEE',
  departments: site.ours.world.uidsOf(['Quality']),
  ...more,
});

type Refusal = readonly [
  row: string,
  by: () => Person | null,
  path: () => string,
  form: () => Form,
  status: number,
  says: string,
];
const nobody = () => null;

/** What the specification's error catalogue (section 8) says at login, confirm, change, users and departments. */
const refusals: readonly Refusal[] = [
  [
    'login, wrong password',
    nobody,
    () => '/?index',
    () => ({ email: site.ours.employee.email, password: 'not-it' }),
    401,
    'Your email and password do not match our records.',
  ],
  [
    'confirm, 401',
    nobody,
    () => '/confirm',
    () => ({ ...invited(), code: 'AAAA-BBBB', ...twice(strong) }),
    401,
    'Invalid verification code provided.',
  ],
  [
    'confirm, 410',
    nobody,
    () => '/confirm',
    () => ({ email: site.ours.employee.email, code: 'AAAA-BBBB', ...twice(strong) }),
    410,
    'User is already confirmed.',
  ],
  [
    'reconfirm, 410',
    nobody,
    () => '/reconfirm',
    () => ({ email: site.ours.employee.email, code: 'AAAA-BBBB', ...twice(strong) }),
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
    () => ({ currentPassword: admin().password, ...twice(admin().password) }),
    422,
    'Your new password cannot match your previous password.',
  ],
  [
    'change, a weak password',
    admin,
    () => '/change',
    () => ({ currentPassword: admin().password, ...twice('aaaaaaaaaaaa') }),
    422,
    'Choose a stronger password',
  ],
  [
    'invite, address format',
    admin,
    () => '/dashboard/users/invite',
    () => profile({ email: `${'a'.repeat(65)}@northmere.example` }),
    422,
    'There was a problem inviting Zofia Nowak Invalid email address format.',
  ],
  [
    'edit, the last admin',
    admin,
    () => `/dashboard/users/${admin().uid}/edit`,
    () => profile(),
    409,
    'There was a problem editing this user.',
  ],
  [
    'deactivate, oneself',
    admin,
    () => `/dashboard/users/${admin().uid}/deactivate`,
    () => ({}),
    409,
    'There was a problem deactivating this user.',
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
    () => `/dashboard/departments/${site.ours.world.uidsOf(['Quality'])[0]}/edit`,
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
const faults: readonly Refusal[] = (
  [
    [
      'invite, other failure',
      () => '/dashboard/users/invite',
      () => profile(),
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
      () => `/dashboard/departments/${site.ours.world.uidsOf(['Quality'])[0]}/edit`,
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
      () => `/dashboard/users/${site.ours.employee.uid}/edit`,
      () => profile(),
      'There was a problem editing this user.',
    ],
    [
      'deactivate, other failure',
      () => `/dashboard/users/${site.ours.employee.uid}/deactivate`,
      () => ({}),
      'There was a problem deactivating this user.',
    ],
    [
      'reactivate, other failure',
      () => `/dashboard/users/${site.ours.deactivated.uid}/reactivate`,
      () => ({}),
      'There was a problem reactivating this user.',
    ],
  ] as const
).map(([row, path, form, says]): Refusal => [row, admin, path, form, 500, says]);

async function refused([, by, path, form, status, says]: Refusal): Promise<void> {
  const answer = await site.send(by(), 'POST', path(), form());
  expect({ status: answer.status, says: words(answer.text).includes(says) || words(answer.text) }).toEqual({
    status,
    says: true,
  });
}

describe('the error catalogue', () => {
  it.each(refusals.map((one) => [one[0], one] as const))('%s', (_, one) => refused(one));

  it('login: exceeded attempts, with the time to wait', async () => {
    const form = { email: site.theirs.employee.email, password: 'not-it' };
    for (let count = 0; count < 5; count++) await site.send(null, 'POST', '/?index', form);
    const answer = await site.send(null, 'POST', '/?index', form);
    expect(answer.status).toBe(429);
    expect(words(answer.text)).toContain('You have exceeded your allowed password attempts.');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
  });

  it('reactivate: somebody who is active is told on the profile', async () => {
    const { employee } = site.ours;
    const answer = await site.send(admin(), 'POST', `/dashboard/users/${employee.uid}/reactivate`, {});
    expect([answer.status, answer.location]).toEqual([303, `/dashboard/users/${employee.uid}/edit`]);
    const toast = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('toast='));
    const told = Buffer.from(
      decodeURIComponent(toast?.split(';')[0]?.slice('toast='.length) ?? ''),
      'base64',
    ).toString();
    expect(told).toContain('There was a problem reactivating this user.');
  });

  describe('where the ledger takes nothing', () => {
    beforeAll(async () => {
      await site.send(admin(), 'GET', '/dashboard');
      await site.db.owner.query(
        `create function public.fail() returns trigger language plpgsql as 'begin raise exception ''the disk is gone''; end'`,
      );
      await site.db.owner.query('create trigger fail before insert on ledger.event execute function public.fail()');
    });
    afterAll(() => site.db.owner.query('drop trigger fail on ledger.event'));
    it.each(faults.map((one) => [one[0], one] as const))('%s', (_, one) => refused(one));
  });

  it('login: something of ours fails', async () => {
    await site.db.owner.query('alter function identity.find_account rename to find_account_away');
    try {
      const form = { email: site.ours.employee.email, password: site.ours.employee.password };
      const answer = await site.send(null, 'POST', '/?index', form);
      expect(answer.status).toBe(500);
      expect(words(answer.text)).toContain('There was a problem authenticating your email and password.');
    } finally {
      await site.db.owner.query('alter function identity.find_account_away rename to find_account');
    }
  });
});
