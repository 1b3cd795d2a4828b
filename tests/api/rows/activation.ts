import { ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';
import { remove, reactivate, verify, outsider, deactivated, employee } from './team-requests.ts';

export const activationRows: readonly Row[] = [
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
