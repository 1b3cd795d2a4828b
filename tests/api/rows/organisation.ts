import type { Site } from '#tests/http/site.ts';
import { get } from '../client.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { noToken, notThere, type Row } from '../matrix.ts';

const org = (site: Site) => site.ours.world.org;
const about = (_: Site, uid: string) => get(`/api/orgs/${uid}`);
const events = (_: Site, uid: string, query = '') => get(`/api/orgs/${uid}/events${query}`);
const me = () => get('/api/me');
const reading = 'Reading conflicts with nothing.';
const noQuery = 'It takes no parameter.';

export const organisationRows: readonly Row[] = [
  {
    operation: 'getMe',
    cases: [
      noToken(me),
      {
        kind: 'success',
        by: ours('employee'),
        send: me,
        status: 200,
        holds: (site) => ({ kind: 'user', uid: site.ours.employee.uid, role: 'EMPLOYEE', serviceAccount: null }),
      },
    ],
    without: {
      conflict: reading,
      invalid: noQuery,
      malformed: noQuery,
      'wrong role': 'Every role has it.',
      'other organisation': 'It names nothing.',
    },
  },
  {
    operation: 'getOrganisation',
    cases: [
      noToken((site) => about(site, org(site))),
      ...notThere(ours('employee'), theirs('admin'), about, org),
      {
        kind: 'success',
        by: ours('employee'),
        send: (site) => about(site, org(site)),
        status: 200,
        holds: (site) => ({ name: site.ours.world.name, timeZone: 'UTC', controls: { reasonForChange: false } }),
      },
    ],
    without: { conflict: reading, invalid: noQuery, 'wrong role': 'Every role has it.' },
  },
  {
    operation: 'listEvents',
    cases: [
      noToken((site) => events(site, org(site))),
      ...notThere(ours('admin'), theirs('admin'), events, org),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => events(site, org(site)),
        status: 403,
        refusal: 'not_allowed',
      },
      ...(
        [
          ['after', 'after=999999999'],
          ['after', 'after=9223372036854775808'],
          ['types', 'types=DocumentRetired,NoEvent'],
          ['wait', 'wait=31'],
        ] as const
      ).map(([field, query]) => ({
        kind: 'invalid' as const,
        about: query,
        by: ours('admin'),
        send: (site: Site) => events(site, org(site), `?${query}`),
        status: 422,
        fields: [field],
      })),
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => events(site, org(site), '?limit=1'),
        status: 200,
        holds: (site) => [{ position: '1', event: { type: 'OrganisationCreated', org: org(site) } }],
      },
    ],
    without: { conflict: reading },
  },
];
