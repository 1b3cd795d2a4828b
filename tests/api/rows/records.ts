import { get } from '../client.ts';
import { nowhere, ours, theirs } from '#tests/http/chosen.ts';
import { noToken, notThere, type Row } from '../matrix.ts';
import { recordOf } from '../signables.ts';

const reading = { conflict: 'Reading conflicts with nothing.' };

export const recordRows: readonly Row[] = [
  {
    operation: 'listDocumentsOfUser',
    cases: [
      noToken((site) => get(`/api/users/${site.ours.approver.uid}/docs?approval=true`)),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => get(`/api/users/${site.ours.approver.uid}/docs?approval=true`),
        status: 403,
        refusal: 'not_allowed',
      },
      ...notThere(
        ours('admin'),
        theirs('admin'),
        (_, uid) => get(`/api/users/${uid}/docs?approval=true`),
        (site) => site.ours.approver.uid,
      ),
      {
        kind: 'invalid',
        by: ours('approver'),
        send: (site) => get(`/api/users/${site.ours.approver.uid}/docs?approval=1`),
        status: 422,
        fields: ['approval'],
      },
      {
        kind: 'success',
        by: ours('approver'),
        send: (site) => get(`/api/users/${site.ours.approver.uid}/docs?approval=true`),
        status: 200,
        holds: () => [{ name: 'Corrective and Preventive Action', version: '2.0' }, { name: 'Deviation Handling' }],
      },
      {
        kind: 'success',
        about: 'owned',
        by: ours('admin'),
        send: (site) => get(`/api/users/${site.ours.employee.uid}/docs`),
        status: 200,
        holds: () => [],
      },
    ],
    without: reading,
  },
  {
    operation: 'listTraining',
    cases: [
      noToken((site) => get(`/api/users/${site.ours.employee.uid}/training`)),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => get(`/api/users/${site.ours.employee.uid}/training`),
        status: 403,
        refusal: 'not_allowed',
      },
      ...notThere(
        ours('admin'),
        theirs('admin'),
        (_, uid) => get(`/api/users/${uid}/training`),
        (site) => site.ours.employee.uid,
      ),
      {
        kind: 'invalid',
        by: ours('employee'),
        send: (site) => get(`/api/users/${site.ours.employee.uid}/training?cursor=${cursorOfText('no date')}`),
        status: 422,
        fields: ['cursor'],
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => get(`/api/users/${site.ours.outsider.uid}/training`),
        status: 200,
      },
      {
        kind: 'success',
        about: "one's own",
        by: ours('employee'),
        send: (site) => get(`/api/users/${site.ours.employee.uid}/training?limit=2`),
        status: 200,
        holds: ({ ours: { employee } }) => [
          { version: '1.0', completed: false, user: { uid: employee.uid }, doc: { name: 'Cleaning Validation' } },
          { version: '1.0', completed: true, status: 'COMPLETED', doc: { name: 'Batch Record Review' } },
        ],
      },
    ],
    without: reading,
  },
  {
    operation: 'getRecord',
    cases: [
      noToken((site) => get(`/api/records/${recordOf(site, site.ours.documents.effective, site.ours.employee)}`)),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => get(`/api/records/${recordOf(site, site.ours.documents.effective, site.ours.employee)}`),
        status: 403,
        refusal: 'record_not_yours',
        title: "You don't have permission to review this document.",
      },
      ...notThere(
        ours('admin'),
        theirs('admin'),
        (_, uid) => get(`/api/records/${uid}`),
        (site) => recordOf(site, site.ours.documents.effective, site.ours.employee),
      ),
      {
        kind: 'success',
        by: ours('employee'),
        send: (site) => get(`/api/records/${recordOf(site, site.ours.documents.effective, site.ours.employee)}`),
        status: 200,
        holds: ({ ours: { documents } }) => ({
          version: '1.0',
          completed: true,
          doc: { uid: documents.effective, name: 'Batch Record Review', docNum: '007' },
        }),
      },
    ],
    without: { ...reading, invalid: 'It takes nothing but the uid.' },
  },
];

function cursorOfText(after: string): string {
  return Buffer.from(JSON.stringify([after, nowhere])).toString('base64url');
}
