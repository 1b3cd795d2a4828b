import type { Site } from '#tests/http/site.ts';
import { nowhere, ours, theirs } from '#tests/http/chosen.ts';
import { get } from '../client.ts';
import { noToken, notThere, type Row } from '../matrix.ts';

const reading = { conflict: 'Reading conflicts with nothing.' };
const listOf = (what: string) => ({
  of: (site: Site, query = '') => get(`/api/orgs/${site.ours.world.org}/${what}${query}`),
  in: (_: Site, uid: string) => get(`/api/orgs/${uid}/${what}`),
});
const records = listOf('training-records');
const approvals = listOf('approvals');

/** Each filter with a value that it refuses: what is nothing of the organisation, and what is none of the words. */
const wrong = '?user=x&department=x&document=x&changed_since=yesterday&status=open&sort=size';

export const listRows: readonly Row[] = [
  {
    operation: 'listTrainingRecords',
    cases: [
      noToken((site) => records.of(site)),
      {
        kind: 'wrong role',
        about: "another person's",
        by: ours('author'),
        send: (site) => records.of(site, `?user=${site.ours.employee.uid}`),
        status: 403,
        refusal: 'not_allowed',
      },
      ...notThere(ours('admin'), theirs('admin'), records.in, (site) => site.ours.world.org),
      {
        kind: 'other organisation',
        about: 'a filter',
        by: ours('admin'),
        send: (site) => records.of(site, `?user=${site.theirs.employee.uid}&document=${nowhere}`),
        status: 422,
        fields: ['document', 'user'],
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => records.of(site, `${wrong}&due_before=2026-11-01`),
        status: 422,
        fields: ['changed_since', 'department', 'document', 'due_before', 'sort', 'status', 'user'],
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) =>
          records.of(
            site,
            `?user=${site.ours.employee.uid}&status=COMPLETED&document=${site.ours.documents.effective}`,
          ),
        status: 200,
        holds: ({ ours: { employee } }) => [
          { user: { uid: employee.uid }, completed: true, doc: { name: 'Batch Record Review' }, cancelledDate: null },
        ],
      },
      {
        kind: 'success',
        about: "one's own",
        by: ours('employee'),
        send: (site) => records.of(site, `?status=COMPLETED&document=${site.ours.documents.effective}`),
        status: 200,
        holds: ({ ours: { employee } }) => [{ user: { uid: employee.uid } }],
      },
    ],
    without: reading,
  },
  {
    operation: 'listApprovals',
    cases: [
      noToken((site) => approvals.of(site)),
      {
        kind: 'wrong role',
        about: "another person's",
        by: ours('employee'),
        send: (site) => approvals.of(site, `?user=${site.ours.approver.uid}`),
        status: 403,
        refusal: 'not_allowed',
      },
      ...notThere(ours('admin'), theirs('admin'), approvals.in, (site) => site.ours.world.org),
      {
        kind: 'other organisation',
        about: 'a filter',
        by: ours('admin'),
        send: (site) => approvals.of(site, `?department=${site.theirs.documents.draft}&user=${site.theirs.admin.uid}`),
        status: 422,
        fields: ['department', 'user'],
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => approvals.of(site, wrong),
        status: 422,
        fields: ['changed_since', 'department', 'document', 'sort', 'status', 'user'],
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => approvals.of(site, `?status=REJECTED&document=${site.ours.documents.rejected}`),
        status: 200,
        holds: ({ ours: { documents } }) => [{ docId: documents.rejected, meaning: 'rejected', cancelledDate: null }],
      },
      {
        kind: 'success',
        about: "one's own",
        by: ours('employee'),
        send: (site) => approvals.of(site),
        status: 200,
        holds: () => [],
      },
    ],
    without: reading,
  },
];
