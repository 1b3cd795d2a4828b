import { ours, theirs, type Chosen } from '#tests/http/chosen.ts';
import type { Site } from '#tests/http/site.ts';
import { makeDuties, type Duties } from '#tests/http/duties.ts';
import { get, type Sent } from '../client.ts';
import { badBodies, noToken, notThere, type Case, type Row } from '../matrix.ts';

let duties: Duties = { function: '', absence: '' };
const uid = () => duties.function;
const author: Chosen<string> = (site) => site.ours.author.uid;

/** Makes the function and the absence that the rows are about. */
export async function makeDutiesForRows(site: Site): Promise<void> {
  duties = await makeDuties(site);
}

type About = (site: Site, uid: string) => Sent;
const list = () => get('/api/functions?limit=1');
const create = (name = 'Process owner'): Sent => ({ method: 'POST', path: '/api/functions', body: { name } });
const edit: About = (_, named) => ({
  method: 'PUT',
  path: `/api/functions/${named}`,
  body: { name: 'Quality unit', retired: true, reason: 'Merged.' },
});
const untilDecember = { from: '2030-01-01', until: '2030-12-31', reason: 'Appointed.' };
const grantOf = ({ ours: { employee } }: Site, named: string, more: object = {}): Sent => ({
  method: 'POST',
  path: `/api/functions/${named}/holders`,
  // Whole, as a list of people has them; with `more` by the uid.
  body: { user: { uid: employee.uid, firstName: employee.firstName }, ...untilDecember, ...more },
});
const grant: About = (site, named) => grantOf(site, named);
const withdraw: About = (site, named) => ({
  method: 'DELETE',
  path: `/api/functions/${named}/holders/${author(site)}?reason=Moved.`,
});
const absences: About = (_, named) => get(`/api/users/${named}/absences`);
const declareOf = ({ ours: { approver } }: Site, named: string, more: object = {}): Sent => ({
  method: 'POST',
  path: `/api/users/${named}/absences`,
  body: { from: '2030-02-01', until: '2030-02-03', deputy: { uid: approver.uid }, reason: 'Ill.', ...more },
});
const declare: About = (site, named) => declareOf(site, named);
const end: About = (_, named) => ({
  method: 'DELETE',
  path: `/api/users/${named}/absences/${duties.absence}?reason=Well.`,
});

const refused = (send: About, of: Chosen<string> = uid, not = ours('author')): Case[] => [
  noToken((site) => send(site, of(site))),
  ...notThere(ours('admin'), theirs('admin'), send, of),
  { kind: 'wrong role', by: not, send: (site) => send(site, of(site)), status: 403, refusal: 'not_allowed' },
];
const tried = (kind: 'success' | 'conflict', send: About, of: Chosen<string>, more: Partial<Case>): Case => ({
  kind,
  by: ours('admin'),
  send: (site) => send(site, of(site)),
  status: 200,
  ...more,
});
const conflict = (send: About, of: Chosen<string>, refusal: string) =>
  tried('conflict', send, of, { status: 409, refusal });
const longReason = (send: About, of: Chosen<string>): Case => ({
  kind: 'invalid',
  by: ours('admin'),
  send: (site) => {
    const { path, ...rest } = send(site, of(site));
    return { ...rest, path: `${path.split('?')[0]}?reason=${'x'.repeat(1001)}` };
  },
  status: 422,
  fields: ['reason'],
});
const reading = { conflict: 'Reading conflicts with nothing.' };

export const functionRows: readonly Row[] = [
  {
    operation: 'listFunctions',
    cases: [
      noToken(list),
      { kind: 'wrong role', by: ours('employee'), send: list, status: 403, refusal: 'not_allowed' },
      {
        kind: 'invalid',
        by: ours('author'),
        send: () => get('/api/functions?limit=0'),
        status: 422,
        fields: ['limit'],
      },
      {
        kind: 'success',
        by: ours('author'),
        send: list,
        status: 200,
        holds: (site) => [
          { name: 'Quality unit', retired: false, holders: [{ user: { uid: author(site) }, until: null }] },
        ],
      },
      { kind: 'success', about: 'of the others', by: theirs('author'), send: list, status: 200, holds: () => [] },
    ],
    without: { ...reading, 'other organisation': 'It names nothing.', malformed: 'It has no body and no uid.' },
  },
  {
    operation: 'createFunction',
    cases: [
      noToken(() => create()),
      ...badBodies(ours('admin'), () => create()),
      { kind: 'wrong role', by: ours('author'), send: () => create(), status: 403, refusal: 'not_allowed' },
      { kind: 'invalid', by: ours('admin'), send: () => create(' '), status: 422, fields: ['name'] },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: () => create('quality UNIT'),
        status: 409,
        refusal: 'function_exists',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: () => create(),
        status: 201,
        holds: () => ({ name: 'Process owner', holders: [] }),
      },
    ],
    without: { 'other organisation': 'It names nothing.' },
  },
  {
    operation: 'grantFunction',
    cases: [
      ...refused(grant),
      ...badBodies(ours('admin'), (site) => grant(site, uid())),
      {
        kind: 'other organisation',
        about: 'its person',
        by: ours('admin'),
        send: (site) => grantOf(site, uid(), { user: site.theirs.author.uid }),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => grantOf(site, uid(), { from: '2030-12-31', until: '2030-01-01' }),
        status: 422,
        fields: ['until'],
      },
      tried('success', grant, uid, { holds: () => ({ name: 'Quality unit' }) }),
      conflict(grant, uid, 'function_already_held'),
    ],
  },
  {
    operation: 'withdrawFunction',
    cases: [
      ...refused(withdraw),
      longReason(withdraw, uid),
      tried('success', withdraw, uid, {}),
      conflict(withdraw, uid, 'function_not_held'),
    ],
  },
  {
    operation: 'editFunction',
    cases: [
      ...refused(edit),
      ...badBodies(ours('admin'), (site) => edit(site, uid())),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => ({ ...edit(site, uid()), body: { name: 'Quality unit', retired: true } }),
        status: 422,
        fields: ['reason'],
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: (site) => ({ ...edit(site, uid()), headers: { 'If-Match': '"7-old"' } }),
        status: 412,
        refusal: 'changed_meanwhile',
      },
      tried('success', edit, uid, { holds: () => ({ retired: true }) }),
    ],
  },
  {
    operation: 'listAbsences',
    cases: [
      ...refused(absences, author, ours('employee')),
      tried('success', absences, author, {
        holds: ({ ours: { approver } }) => ({ own: [{ deputy: { uid: approver.uid }, covers: 'approvals' }] }),
      }),
      {
        kind: 'success',
        about: "the deputy's",
        by: ours('approver'),
        send: (site) => absences(site, site.ours.approver.uid),
        status: 200,
        holds: (site) => ({ own: [], standsIn: [{ user: { uid: author(site) } }] }),
      },
    ],
    without: { ...reading, invalid: 'It takes nothing but the uid.' },
  },
  {
    operation: 'declareAbsence',
    cases: [
      ...refused(declare, author, ours('employee')),
      ...badBodies(ours('admin'), (site) => declare(site, author(site))),
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => declareOf(site, author(site), { deputy: site.theirs.approver.uid }),
        status: 422,
        refusal: 'deputy_not_eligible',
        fields: ['deputy'],
      },
      tried('success', declare, author, { status: 201, holds: () => ({ own: [{}, { from: '2030-02-01' }] }) }),
      conflict(declare, author, 'absence_overlaps'),
    ],
  },
  {
    operation: 'endAbsence',
    cases: [
      ...refused(end, author, ours('employee')),
      longReason(end, author),
      tried('success', end, author, { holds: () => ({ own: [{ from: '2030-02-01' }] }) }),
      conflict(end, author, 'absence_over'),
    ],
  },
];
