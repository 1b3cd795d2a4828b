import { get } from '../client.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';
import { quality, body, made, invite, put, outsider, deactivated, employee, reading } from './team-requests.ts';

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
];
