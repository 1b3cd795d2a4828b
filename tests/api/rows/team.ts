import type { Site } from '#tests/http/site.ts';
import { get, type Sent } from '../client.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';

const quality = (site: Site) => [
  { name: 'Quality', org: site.ours.world.org, uid: site.ours.world.departments.get('Quality') ?? '' },
];

const body = (site: Site, email = 'mireille.étude@northmere.example') => ({
  firstName: 'Mireille',
  lastName: 'Étude',
  email,
  role: 'EMPLOYEE',
  departments: quality(site),
  org: { uid: site.ours.world.org },
  phoneNum: '',
});
const made = { token: 'generated-by-the-client', cognitoId: 'sub-1' };

const invite = (site: Site): Sent => ({
  method: 'POST',
  path: '/api/users',
  body: { ...body(site, 'mireille@northmere.example'), ...made },
});

const put = (site: Site, uid: string): Sent => ({
  method: 'PUT',
  path: `/api/users/${uid}`,
  body: { ...body(site), firstName: 'Noor', lastName: 'Haddad', email: undefined },
});

const remove = (_: Site, uid: string): Sent => ({ method: 'DELETE', path: `/api/users/${uid}` });

const reactivate = (_: Site, uid: string): Sent => ({
  method: 'PUT',
  path: `/api/users/${uid}/reactivate`,
  body: { status: 'INVITED' },
});

const verify = (_: Site, uid: string): Sent => ({
  method: 'PUT',
  path: `/api/users/${uid}/identity`,
  body: { how: 'in_person' },
});

const outsider = (site: Site) => site.ours.outsider.uid;

const deactivated = (site: Site) => site.ours.deactivated.uid;

const employee = (site: Site) => site.ours.employee.uid;

const reading = { conflict: 'Reading conflicts with nothing.', invalid: 'It takes nothing but the uid.' };

export const teamRows: readonly Row[] = [
  {
    operation: 'getUserStatus',
    cases: [
      noToken((site) => get(`/api/users/${employee(site)}/status`)),
      ...notThere(ours('admin'), theirs('admin'), (_, uid) => get(`/api/users/${uid}/status`), employee),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => get(`/api/users/${employee(site)}/status`),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => get(`/api/users/${deactivated(site)}/status`),
        status: 200,
        holds: (site) => ({ uid: deactivated(site), status: 'INACTIVE' }),
      },
    ],
    without: reading,
  },
  {
    operation: 'inviteUser',
    cases: [
      noToken(invite),
      ...badBodies(ours('admin'), invite),
      { kind: 'wrong role', by: ours('author'), send: invite, status: 403, refusal: 'not_allowed' },
      {
        kind: 'other organisation',
        about: 'a department of theirs',
        by: ours('admin'),
        send: (site) => ({
          ...invite(site),
          body: { ...body(site), departments: [site.theirs.world.departments.get('Quality') ?? ''] },
        }),
        status: 422,
        refusal: 'department_unknown',
      },
      {
        kind: 'other organisation',
        about: 'into theirs',
        by: ours('admin'),
        send: (site) => ({ ...invite(site), body: { ...body(site), org: site.theirs.world.org } }),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({
          ...invite(site),
          body: { email: 'x', departments: [], role: 'CHIEF', org: site.ours.world.org },
        }),
        status: 422,
        fields: ['firstName', 'lastName'],
      },
      {
        kind: 'invalid',
        about: 'an address that is none',
        by: ours('admin'),
        send: (site) => ({ ...invite(site), body: body(site, 'mireille@northmere') }),
        status: 422,
        refusal: 'email_format',
        title: 'Invalid email address format.',
      },
      {
        kind: 'conflict',
        about: 'an address in use',
        by: ours('admin'),
        send: (site) => ({ ...invite(site), body: body(site, site.ours.employee.email) }),
        status: 409,
        refusal: 'email_in_use',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: invite,
        status: 201,
        holds: (site) => ({
          firstName: 'Mireille',
          lastName: 'Étude',
          email: 'mireille@northmere.example',
          status: 'INVITED',
          role: 'EMPLOYEE',
          token: null,
          departments: [{ uid: quality(site)[0]?.uid, org: site.ours.world.org }],
        }),
      },
    ],
  },
  {
    operation: 'editUser',
    cases: [
      noToken((site) => put(site, outsider(site))),
      ...badBodies(ours('admin'), (site) => put(site, outsider(site))),
      ...notThere(ours('admin'), theirs('admin'), put, outsider).filter(({ kind }) => kind !== 'other organisation'),
      {
        kind: 'other organisation',
        by: ours('admin'),
        send: (site) => put(site, site.theirs.outsider.uid),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => put(site, outsider(site)),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({
          ...put(site, outsider(site)),
          body: { ...body(site), email: undefined, firstName: ' ', role: 'CHIEF' },
        }),
        status: 422,
        fields: ['firstName', 'role'],
      },
      {
        kind: 'invalid',
        about: 'fields that it cannot change',
        by: ours('admin'),
        send: (site) => ({ ...put(site, outsider(site)), body: { ...body(site), ...made, status: 'INACTIVE' } }),
        status: 422,
        fields: ['email', 'cognitoId', 'token', 'status'],
      },
      {
        kind: 'conflict',
        about: 'the last admin',
        by: ours('admin'),
        send: (site) => ({
          ...put(site, site.ours.admin.uid),
          body: { ...body(site, site.ours.admin.email), role: 'AUTHOR' },
        }),
        status: 409,
        refusal: 'last_admin',
      },
      {
        kind: 'conflict',
        about: 'changed since it was read',
        by: ours('admin'),
        send: (site) => ({ ...put(site, outsider(site)), headers: { 'If-Match': '"1-old"' } }),
        status: 412,
        refusal: 'changed_meanwhile',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => put(site, outsider(site)),
        status: 200,
        holds: (site) => ({ firstName: 'Noor', lastName: 'Haddad', departments: [{ uid: quality(site)[0]?.uid }] }),
      },
    ],
  },
  {
    operation: 'deactivateUser',
    cases: [
      noToken((site) => remove(site, outsider(site))),
      ...notThere(ours('admin'), theirs('admin'), remove, outsider),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => remove(site, outsider(site)),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'conflict',
        about: 'oneself',
        by: ours('admin'),
        send: (site) => remove(site, site.ours.admin.uid),
        status: 409,
        refusal: 'cannot_deactivate_self',
      },
      {
        kind: 'conflict',
        about: 'somebody deactivated',
        by: ours('admin'),
        send: (site) => remove(site, deactivated(site)),
        status: 409,
        refusal: 'user_not_in_status',
      },
      {
        kind: 'conflict',
        about: 'changed since it was read',
        by: ours('admin'),
        send: (site) => ({ ...remove(site, outsider(site)), headers: { 'If-Match': '"1-old"' } }),
        status: 412,
        refusal: 'changed_meanwhile',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => remove(site, outsider(site)),
        status: 200,
        holds: () => ({ status: 'INACTIVE' }),
      },
    ],
    without: { invalid: 'It takes nothing but the uid.' },
  },
  {
    operation: 'verifyIdentity',
    cases: [
      noToken((site) => verify(site, outsider(site))),
      ...badBodies(ours('admin'), (site) => verify(site, outsider(site))),
      ...notThere(ours('admin'), theirs('admin'), verify, outsider),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => verify(site, outsider(site)),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({ ...verify(site, outsider(site)), body: { how: 'set_up' } }),
        status: 422,
        fields: ['how'],
      },
      {
        kind: 'conflict',
        about: 'somebody deactivated',
        by: ours('admin'),
        send: (site) => verify(site, deactivated(site)),
        status: 409,
        refusal: 'user_not_in_status',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => verify(site, employee(site)),
        status: 200,
        holds: (site) => ({ uid: employee(site) }),
      },
    ],
  },
  {
    operation: 'reactivateUser',
    cases: [
      noToken((site) => reactivate(site, deactivated(site))),
      ...badBodies(ours('admin'), (site) => reactivate(site, deactivated(site))),
      ...notThere(ours('admin'), theirs('admin'), reactivate, deactivated),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => reactivate(site, deactivated(site)),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({ ...reactivate(site, deactivated(site)), body: { status: 'ACTIVE' } }),
        status: 422,
        fields: ['status'],
      },
      {
        kind: 'conflict',
        about: 'somebody active',
        by: ours('admin'),
        send: (site) => reactivate(site, employee(site)),
        status: 409,
        refusal: 'user_not_in_status',
      },
      {
        kind: 'conflict',
        about: 'changed since it was read',
        by: ours('admin'),
        send: (site) => ({ ...reactivate(site, deactivated(site)), headers: { 'If-Match': '"1-old"' } }),
        status: 412,
        refusal: 'changed_meanwhile',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => reactivate(site, deactivated(site)),
        status: 200,
        holds: () => ({ status: 'INVITED' }),
      },
    ],
  },
];
