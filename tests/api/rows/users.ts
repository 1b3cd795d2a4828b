import { expect } from 'vitest';
import type { Site } from '#tests/http/site.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { noToken, notThere, type Row } from '../matrix.ts';
import { get } from '../client.ts';

const person = (_: Site, uid: string) => get(`/api/users/${uid}`);
const employee = (site: Site) => site.ours.employee.uid;
const reading = { conflict: 'Reading conflicts with nothing.' };

export const userRows: readonly Row[] = [
  {
    operation: 'getUser',
    cases: [
      noToken((site) => person(site, employee(site))),
      ...notThere(ours('admin'), theirs('admin'), person, employee),
      {
        kind: 'wrong role',
        about: 'a colleague',
        by: ours('outsider'),
        send: (site) => person(site, employee(site)),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'success',
        about: 'oneself',
        by: ours('employee'),
        send: (site) => person(site, employee(site)),
        status: 200,
        holds: ({ ours: { employee: one, world } }) => ({
          uid: one.uid,
          email: one.email,
          firstName: 'Hana',
          phoneNum: '',
          role: 'EMPLOYEE',
          status: 'ACTIVE',
          org: { uid: world.org, name: world.name, passwordPolicy: 90, stripeId: null },
          departments: [{ name: 'Quality', org: world.org }],
        }),
      },
      {
        kind: 'success',
        about: 'anybody',
        by: ours('admin'),
        send: (site) => person(site, employee(site)),
        status: 200,
      },
      {
        kind: 'success',
        about: 'a uid in capitals',
        by: ours('admin'),
        send: (site) => person(site, employee(site).toUpperCase()),
        status: 200,
        holds: (site) => ({ uid: employee(site) }),
      },
    ],
    without: { ...reading, invalid: 'It takes nothing but the uid.' },
  },
  {
    operation: 'listUsers',
    cases: [
      noToken((site) => get(`/api/users?org=${site.ours.world.org}`)),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: (site) => get(`/api/users?org=${site.ours.world.org}`),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'wrong role',
        about: "somebody else's address",
        by: ours('author'),
        send: (site) => get(`/api/users?email=${encodeURIComponent(site.ours.admin.email)}`),
        status: 403,
      },
      {
        kind: 'other organisation',
        by: ours('admin'),
        send: (site) => get(`/api/users?org=${site.theirs.world.org}`),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'other organisation',
        about: 'by address',
        by: ours('admin'),
        send: (site) => get(`/api/users?email=${encodeURIComponent(site.theirs.admin.email)}`),
        status: 200,
        holds: () => [],
      },
      {
        kind: 'malformed',
        by: ours('admin'),
        send: () => get('/api/users?email=%00'),
        status: 400,
        refusal: 'malformed',
      },
      { kind: 'invalid', by: ours('admin'), send: () => get('/api/users'), status: 422, fields: ['email'] },
      {
        kind: 'invalid',
        about: 'limit and flag',
        by: ours('admin'),
        send: (site) => get(`/api/users?org=${site.ours.world.org}&limit=0`),
        status: 422,
        fields: ['limit'],
      },
      {
        kind: 'invalid',
        about: 'a cursor that is none',
        by: ours('admin'),
        send: (site) => get(`/api/users?org=${site.ours.world.org}&cursor=x`),
        status: 422,
        fields: ['cursor'],
      },
      {
        kind: 'success',
        about: 'oneself by address',
        by: ours('employee'),
        send: (site) => get(`/api/users?email=${encodeURIComponent(site.ours.employee.email.toUpperCase())}`),
        status: 200,
        holds: (site) => [{ uid: site.ours.employee.uid }],
      },
      {
        kind: 'success',
        about: 'the organisation with those who left',
        by: ours('admin'),
        send: (site) => get(`/api/users?org=${site.ours.world.org}&include_inactive=true`),
        status: 200,
        holds: () =>
          ['Aoife', 'Hana', 'Ines', 'Marit', 'Noor', 'Rosalind', 'Tomasz'].map((firstName) => ({ firstName })),
      },
      {
        kind: 'success',
        about: 'who can approve, for an author',
        by: ours('author'),
        send: (site) => get(`/api/users?org=${site.ours.world.org}`),
        status: 200,
        holds: () =>
          ['Ines', 'Marit', 'Tomasz'].map((firstName) => ({
            firstName,
            credentialUpdateDate: firstName === 'Tomasz' ? expect.any(Number) : null,
          })),
      },
    ],
    without: reading,
  },
];
