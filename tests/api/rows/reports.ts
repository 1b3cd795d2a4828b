import { linkedReports as linked } from '#app/reports/queries/names.ts';
import type { Site } from '#tests/http/site.ts';
import { get, type Sent } from '../client.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { noToken, notThere, type Case, type Row } from '../matrix.ts';

type Of = (site: Site, uid: string) => Sent;
type Chosen = (site: Site) => string;

const org: Chosen = (site) => site.ours.world.org;
const person: Chosen = (site) => site.ours.employee.uid;
const department: Chosen = (site) => site.ours.world.departments.get('Quality') ?? '';
const without = { conflict: 'Reading conflicts with nothing.' };

const subjects = { person, department, document: (site: Site) => site.ours.documents.effective };

/** Reports that a uid in the path names: by operation, who is refused, and the uid. */
export const linkedReports: readonly (readonly [operation: string, send: Of, uid: Chosen])[] = linked.map(
  ({ call, needs }) => [
    call.operation,
    (_, uid) => get(call.path.replace(/\{\w+\}/, uid)),
    needs === null ? org : subjects[needs],
  ],
);

const withQuery = (sent: Sent, query: string): Sent => ({ ...sent, path: `${sent.path}?${query}` });

const casesOf = (send: Of, uid: Chosen): Case[] => [
  noToken((site) => send(site, uid(site))),
  ...notThere(ours('admin'), theirs('admin'), send, uid),
  {
    kind: 'wrong role',
    by: ours('outsider'),
    send: (site) => send(site, uid(site)),
    status: 403,
    refusal: 'not_allowed',
  },
  {
    kind: 'invalid',
    by: ours('admin'),
    send: (site) => withQuery(send(site, uid(site)), 'format=DOC'),
    status: 422,
    fields: ['format'],
  },
  { kind: 'success', by: ours('admin'), send: (site) => withQuery(send(site, uid(site)), 'format=PDF'), status: 200 },
  { kind: 'success', by: ours('admin'), send: (site) => withQuery(send(site, uid(site)), 'format=CSV'), status: 200 },
];

const users = (site: Site, query = '') => get(`/api/users/report?org=${org(site)}${query}`);

export const reportRows: readonly Row[] = [
  ...linkedReports.map(([operation, send, uid]) => ({
    operation,
    cases: [
      ...casesOf(send, uid),
      ...(operation === 'reportTrainingRecord'
        ? [
            {
              kind: 'success',
              about: 'one’s own',
              by: ours('employee'),
              send: (site: Site) => send(site, uid(site)),
              status: 200,
            } as const,
            {
              kind: 'other organisation',
              about: 'for a person who may see only their own',
              by: ours('employee'),
              send: (site: Site) => send(site, site.theirs.employee.uid),
              status: 404,
              refusal: 'not_found',
            } as const,
          ]
        : []),
    ],
    without,
  })),
  {
    operation: 'reportUsers',
    cases: [
      noToken((site) => users(site)),
      { kind: 'wrong role', by: ours('author'), send: (site) => users(site), status: 403, refusal: 'not_allowed' },
      {
        kind: 'other organisation',
        by: theirs('admin'),
        send: (site) => users(site),
        status: 404,
        refusal: 'not_found',
      },
      { kind: 'malformed', by: ours('admin'), send: (site) => users(site, '%00'), status: 400, refusal: 'malformed' },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => users(site, '&include_inactive=perhaps&format=pdf'),
        status: 422,
        fields: ['include_inactive', 'format'],
      },
      { kind: 'success', by: ours('admin'), send: (site) => users(site, '&include_inactive=false'), status: 200 },
    ],
    without,
  },
];
