import type { Site } from '#tests/http/site.ts';
import { type Sent } from '../client.ts';

export const quality = (site: Site) => [
  { name: 'Quality', org: site.ours.world.org, uid: site.ours.world.departments.get('Quality') ?? '' },
];

export const body = (site: Site, email = 'mireille.étude@northmere.example') => ({
  firstName: 'Mireille',
  lastName: 'Étude',
  email,
  role: 'EMPLOYEE',
  departments: quality(site),
  org: { uid: site.ours.world.org },
  phoneNum: '',
});
export const made = { token: 'generated-by-the-client', cognitoId: 'sub-1' };

export const invite = (site: Site): Sent => ({
  method: 'POST',
  path: '/api/users',
  body: { ...body(site, 'mireille@northmere.example'), ...made },
});

export const put = (site: Site, uid: string): Sent => ({
  method: 'PUT',
  path: `/api/users/${uid}`,
  body: { ...body(site), firstName: 'Noor', lastName: 'Haddad', email: undefined },
});

export const remove = (_: Site, uid: string): Sent => ({ method: 'DELETE', path: `/api/users/${uid}` });

export const reactivate = (_: Site, uid: string): Sent => ({
  method: 'PUT',
  path: `/api/users/${uid}/reactivate`,
  body: { status: 'INVITED' },
});

export const verify = (_: Site, uid: string): Sent => ({
  method: 'PUT',
  path: `/api/users/${uid}/identity`,
  body: { how: 'in_person' },
});

export const outsider = (site: Site) => site.ours.outsider.uid;

export const deactivated = (site: Site) => site.ours.deactivated.uid;

export const employee = (site: Site) => site.ours.employee.uid;

export const reading = { conflict: 'Reading conflicts with nothing.', invalid: 'It takes nothing but the uid.' };
