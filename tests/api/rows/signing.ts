import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from '#tests/http/site.ts';
import { post, type Sent } from '../client.ts';
import { nowhere, ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';
import { approvalOf, recordOf } from '../signables.ts';

/** The specification's payload, as this person sends it. */
const signature = (by: Person, document: string, change: object = {}) => ({
  signedName: `${by.firstName} ${by.lastName}`,
  reason: null,
  credentialCheck: { email: by.email, password: by.password },
  docHash: document,
  user: { uid: by.uid, email: by.email },
  ...change,
});

const approve = (site: Site, by: Person, change: object = {}, uid?: string): Sent => {
  const document = site.ours.documents.inReview;
  const of = uid ?? approvalOf(site, document, site.ours.approver, 'OPEN');
  return post(`/api/approvals/${of}/approve`, signature(by, document, change));
};
const disapprove = (site: Site, by: Person, change: object = {}, uid?: string): Sent => {
  const document = site.ours.documents.underRevision;
  const of = uid ?? approvalOf(site, document, site.ours.approver, 'OPEN');
  return post(`/api/approvals/${of}/disapprove`, signature(by, document, { reason: 'Step 4 is missing.', ...change }));
};
const sign = (site: Site, by: Person, change: object = {}, uid?: string): Sent => {
  const document = site.ours.documents.effective;
  return post(`/api/records/${uid ?? recordOf(site, document, by)}/sign`, signature(by, document, change));
};
const wrongPassword = ({ email }: Person) => ({ credentialCheck: { email, password: 'not-the-password-1' } });
const wrongWords = 'Your email address and password combination are incorrect.';

const anotherName = (who: 'approver' | 'author', act: typeof sign): Row['cases'][number] => ({
  kind: 'invalid',
  about: "another's name",
  by: ours(who),
  send: (site) => act(site, site.ours[who], { signedName: 'Priya Raman' }),
  status: 422,
  fields: ['signedName'],
});

export const signingRows: readonly Row[] = [
  {
    operation: 'signRecord',
    cases: [
      noToken((site) => sign(site, site.ours.author)),
      {
        kind: 'wrong role',
        about: "another's record",
        by: ours('author'),
        send: (site) =>
          sign(site, site.ours.author, {}, recordOf(site, site.ours.documents.effective, site.ours.employee)),
        status: 403,
        refusal: 'record_not_yours',
      },
      ...notThere(
        ours('author'),
        theirs('author'),
        (site, uid) => sign(site, site.theirs.author, {}, uid),
        (site) => recordOf(site, site.ours.documents.effective, site.ours.author),
      ),
      ...badBodies(ours('author'), (site) => sign(site, site.ours.author)),
      anotherName('author', sign),
      {
        kind: 'invalid',
        about: 'nothing',
        by: ours('author'),
        send: (site) => ({ ...sign(site, site.ours.author), body: {} }),
        status: 422,
        fields: ['signedName', 'credentialCheck', 'docHash'],
      },
      {
        kind: 'invalid',
        about: 'another document and another person',
        by: ours('author'),
        send: (site) => sign(site, site.ours.author, { docHash: nowhere, user: site.ours.admin.uid }),
        status: 422,
        fields: ['docHash', 'user'],
      },
      {
        kind: 'invalid',
        about: 'no consent',
        by: ours('author'),
        send: (site) => sign(site, site.ours.author, { consent: false }),
        status: 422,
        fields: ['consent'],
      },
      {
        kind: 'invalid',
        about: 'a wrong password',
        by: ours('author'),
        send: (site) => sign(site, site.ours.author, wrongPassword(site.ours.author)),
        status: 401,
        refusal: 'signature_credentials_wrong',
        title: wrongWords,
      },
      {
        kind: 'conflict',
        about: 'signed already',
        by: ours('employee'),
        send: (site) => sign(site, site.ours.employee, { signedName: 'H. Kobayashi' }),
        status: 409,
        refusal: 'record_already_completed',
        title: 'You have already reviewed this document.',
      },
      {
        kind: 'conflict',
        about: 'not read yet',
        by: ours('employee'),
        send: (site) => {
          const { documents, employee } = site.ours;
          const uid = recordOf(site, documents.pending, employee);
          return sign(site, employee, { docHash: documents.pending }, uid);
        },
        status: 409,
        refusal: 'signature_pdf_not_opened',
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => sign(site, site.ours.author),
        status: 200,
        holds: () => ({ completed: true, status: 'COMPLETED', doc: { name: 'Batch Record Review' } }),
      },
    ],
  },
  {
    operation: 'approve',
    cases: [
      noToken((site) => approve(site, site.ours.approver)),
      {
        kind: 'wrong role',
        about: 'not that approver',
        by: ours('employee'),
        send: (site) => approve(site, site.ours.employee),
        status: 403,
        refusal: 'approval_not_yours',
        title: "You don't have permission to approve this document.",
      },
      ...notThere(
        ours('approver'),
        theirs('approver'),
        (site, uid) => approve(site, site.theirs.approver, {}, uid),
        (site) => approvalOf(site, site.ours.documents.inReview, site.ours.approver),
      ),
      ...badBodies(ours('approver'), (site) => approve(site, site.ours.approver)),
      anotherName('approver', approve),
      {
        kind: 'invalid',
        about: "another's email",
        by: ours('approver'),
        send: (site) =>
          approve(site, site.ours.approver, {
            credentialCheck: { email: site.ours.admin.email, password: site.ours.admin.password },
          }),
        status: 422,
        fields: ['credentialCheck.email'],
      },
      {
        kind: 'invalid',
        about: 'no password',
        by: ours('approver'),
        send: (site) =>
          approve(site, site.ours.approver, { credentialCheck: { email: site.ours.approver.email, password: '' } }),
        status: 422,
        fields: ['credentialCheck.password'],
      },
      {
        kind: 'invalid',
        about: 'a wrong password',
        by: ours('approver'),
        send: (site) => approve(site, site.ours.approver, wrongPassword(site.ours.approver)),
        status: 401,
        refusal: 'signature_credentials_wrong',
        title: wrongWords,
      },
      {
        kind: 'conflict',
        about: 'taken away meanwhile',
        by: ours('admin'),
        send: (site) => {
          const { admin, documents } = site.ours;
          return approve(site, admin, {}, approvalOf(site, documents.inReview, admin));
        },
        status: 409,
        refusal: 'approval_not_open',
      },
      {
        kind: 'success',
        by: ours('approver'),
        send: (site) => approve(site, site.ours.approver),
        status: 200,
        holds: () => ({
          status: 'IN_REVIEW',
          approvals: [{ status: 'CANCELLED' }, { status: 'APPROVED' }, { status: 'OPEN' }],
        }),
      },
    ],
  },
  {
    operation: 'disapprove',
    cases: [
      noToken((site) => disapprove(site, site.ours.approver)),
      {
        kind: 'wrong role',
        about: 'not that approver',
        by: ours('author'),
        send: (site) => disapprove(site, site.ours.author),
        status: 403,
        refusal: 'approval_not_yours',
      },
      ...notThere(
        ours('approver'),
        theirs('approver'),
        (site, uid) => disapprove(site, site.theirs.approver, {}, uid),
        (site) => approvalOf(site, site.ours.documents.underRevision, site.ours.approver, 'OPEN'),
      ),
      ...badBodies(ours('approver'), (site) => disapprove(site, site.ours.approver)),
      anotherName('approver', disapprove),
      {
        kind: 'invalid',
        about: 'no reason',
        by: ours('approver'),
        send: (site) => disapprove(site, site.ours.approver, { reason: '' }),
        status: 422,
        fields: ['reason'],
      },
      {
        kind: 'conflict',
        about: 'the PDF is not opened',
        by: ours('admin'),
        send: (site) => {
          const { admin, documents } = site.ours;
          return disapprove(site, admin, {}, approvalOf(site, documents.underRevision, admin, 'OPEN'));
        },
        status: 409,
        refusal: 'signature_pdf_not_opened',
      },
      {
        kind: 'success',
        by: ours('approver'),
        send: (site) => disapprove(site, site.ours.approver),
        status: 200,
        holds: () => ({ status: 'REJECTED', version: '2.0', effectiveVersion: '1.0' }),
      },
    ],
  },
];
