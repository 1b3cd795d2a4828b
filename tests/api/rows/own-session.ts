import type { Site } from '#tests/http/site.ts';
import { get } from '../client.ts';
import { nobody, ours, theirs } from '#tests/http/chosen.ts';
import { noToken, notThere, type Row } from '../matrix.ts';

const employee = (site: Site) => site.ours.employee.uid;

const reading = { conflict: 'Reading conflicts with nothing.', invalid: 'It takes nothing but the uid.' };

const own = (operation: string, path: string): Row => ({
  operation,
  cases: [
    noToken((site) => get(`/api/users/${employee(site)}/${path}`)),
    ...notThere(ours('employee'), theirs('admin'), (_, uid) => get(`/api/users/${uid}/${path}`), employee),
    {
      kind: 'wrong role',
      about: "somebody else's, even as an admin",
      by: ours('admin'),
      send: (site) => get(`/api/users/${employee(site)}/${path}`),
      status: 403,
      refusal: 'not_allowed',
    },
    {
      kind: 'success',
      by: theirs('author'),
      send: (site) => get(`/api/users/${site.theirs.author.uid}/${path}`),
      status: 200,
    },
  ],
  without: reading,
});

export const ownSessionRows: readonly Row[] = [
  own('acknowledgeLogin', 'login'),
  own('acknowledgeCredentialsUpdated', 'credsupdated'),
  {
    operation: 'reportFailedAttempt',
    cases: [
      {
        kind: 'invalid',
        by: nobody,
        send: () => get('/api/users/failedattempt'),
        status: 422,
        fields: ['email'],
      },
      {
        kind: 'malformed',
        by: nobody,
        send: () => get('/api/users/failedattempt?email=%00'),
        status: 400,
        refusal: 'malformed',
      },
      {
        kind: 'success',
        about: 'unknown',
        by: nobody,
        send: () => get('/api/users/failedattempt?email=no@body.example'),
        status: 200,
      },
      {
        kind: 'success',
        by: nobody,
        send: (site) => get(`/api/users/failedattempt?email=${site.ours.employee.email}`),
        status: 200,
      },
    ],
    without: {
      'no token': 'No token is needed.',
      'wrong role': 'Without a token there is no role.',
      'other organisation': 'It answers the same for every address.',
      conflict: 'It only records.',
    },
  },
];
