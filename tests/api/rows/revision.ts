import type { Site } from '#tests/http/site.ts';
import type { Sent } from '../client.ts';
import { nowhere, ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';
import { approvalOf } from '../signables.ts';

type Of = (site: Site) => string;
const { draft, approved, effective, retired, rejected, inReview } = {
  draft: (site: Site) => site.ours.documents.draft,
  approved: (site: Site) => site.ours.documents.approved,
  effective: (site: Site) => site.ours.documents.effective,
  retired: (site: Site) => site.ours.documents.retired,
  rejected: (site: Site) => site.ours.documents.rejected,
  inReview: (site: Site) => site.ours.documents.inReview,
};
/** One request of several documents. */
const to = (send: (uid: string, body: unknown) => Sent) => ({
  one: (body: unknown) => (_: Site, uid: string) => send(uid, body),
  at: (of: Of, body: unknown) => (site: Site) => send(of(site), body),
});

const approvers = to((uid, body) => ({ method: 'POST', path: `/api/docs/${uid}/approvers`, body }));
const revision = to((uid, body) => ({ method: 'PUT', path: `/api/docs/${uid}/revise`, body }));
const removal = (site: Site, of: Of, document = of(site)): Sent => ({
  method: 'DELETE',
  path: `/api/docs/${document}/approver/${approvalOf(site, of(site), site.ours.admin)}`,
});

const newer = (name: string, docNum: string) => ({
  name,
  type: 'SOP',
  functionalArea: 'QA',
  docNum,
  version: '2.0',
  status: 'IN_REVIEW',
});

export const revisionRows: readonly Row[] = [
  {
    operation: 'nameApprovers',
    cases: [
      noToken(approvers.at(inReview, [])),
      { kind: 'wrong role', by: ours('employee'), send: approvers.at(inReview, []), status: 403 },
      {
        kind: 'wrong role',
        about: 'not its owner',
        by: ours('approver'),
        send: (site) => approvers.at(inReview, [site.ours.author.uid])(site),
        status: 403,
      },
      ...notThere(ours('author'), theirs('admin'), approvers.one([nowhere]), inReview),
      ...badBodies(ours('author'), approvers.at(inReview, [])),
      { kind: 'invalid', by: ours('author'), send: approvers.at(inReview, {}), status: 422, fields: ['approvers'] },
      {
        kind: 'invalid',
        about: 'nobody',
        by: ours('author'),
        send: approvers.at(inReview, []),
        status: 422,
        refusal: 'document_approvers_missing',
        fields: ['approvers'],
      },
      {
        kind: 'invalid',
        about: 'who cannot approve',
        by: ours('author'),
        send: (site) => approvers.at(inReview, [site.ours.employee])(site),
        status: 422,
        refusal: 'approver_not_eligible',
      },
      {
        kind: 'other organisation',
        about: 'a person of theirs',
        by: ours('author'),
        send: (site) => approvers.at(inReview, [site.theirs.approver.uid])(site),
        status: 422,
        refusal: 'approver_not_eligible',
      },
      {
        kind: 'conflict',
        about: 'listed already',
        by: ours('author'),
        send: (site) => approvers.at(inReview, [{ uid: site.ours.approver.uid }])(site),
        status: 409,
        refusal: 'approver_already_listed',
      },
      {
        kind: 'conflict',
        about: 'what is retired',
        by: ours('admin'),
        send: (site) => approvers.at(retired, [site.ours.approver.uid])(site),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => approvers.at(inReview, [{ status: 'NEW', user: { uid: site.ours.author.uid } }])(site),
        status: 200,
        holds: ({ ours: { admin, approver, author } }) => ({
          approvals: [admin, approver, author].map(({ uid }) => ({ status: 'OPEN', user: { uid } })),
        }),
      },
    ],
  },
  {
    operation: 'removeApprover',
    cases: [
      noToken((site) => removal(site, inReview)),
      { kind: 'wrong role', by: ours('employee'), send: (site) => removal(site, inReview), status: 403 },
      {
        kind: 'wrong role',
        about: 'not its owner',
        by: ours('approver'),
        send: (site) => removal(site, inReview),
        status: 403,
      },
      ...notThere(ours('author'), theirs('admin'), (site, uid) => removal(site, inReview, uid), inReview),
      {
        kind: 'malformed',
        about: 'an approval of another document',
        by: ours('author'),
        send: (site) => removal(site, inReview, approved(site)),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: (site) => removal(site, retired),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        about: 'of the revision to come: what was signed stays',
        by: ours('author'),
        send: (site) => removal(site, effective),
        status: 200,
        holds: () => ({ status: 'EFFECTIVE', approvals: [{ status: 'APPROVED' }, { status: 'APPROVED' }] }),
      },
      {
        kind: 'success',
        about: 'in review',
        by: ours('author'),
        send: (site) => removal(site, inReview),
        status: 200,
        holds: () => ({
          status: 'IN_REVIEW',
          approvals: [{ status: 'CANCELLED' }, { status: 'OPEN' }, { status: 'OPEN' }],
        }),
      },
    ],
    without: { invalid: 'It takes nothing but the uids.' },
  },
  {
    operation: 'reviseDocument',
    cases: [
      noToken(revision.at(rejected, {})),
      { kind: 'wrong role', by: ours('employee'), send: revision.at(rejected, undefined), status: 403 },
      {
        kind: 'wrong role',
        about: 'not its owner',
        by: ours('approver'),
        send: revision.at(rejected, newer('Supplier Audits', '004')),
        status: 403,
      },
      ...notThere(ours('author'), theirs('admin'), revision.one(undefined), rejected),
      ...badBodies(ours('author'), revision.at(rejected, {})),
      {
        kind: 'invalid',
        about: 'nothing prepared',
        by: ours('author'),
        send: revision.at(rejected, undefined),
        status: 422,
        fields: ['version', 'filePdfObjectKey'],
      },
      {
        kind: 'invalid',
        about: 'no newer version',
        by: ours('author'),
        send: revision.at(rejected, { ...newer('Supplier Audits', '004'), version: '1.0' }),
        status: 422,
        fields: ['version'],
      },
      {
        kind: 'invalid',
        about: 'another type, area and ID',
        by: ours('author'),
        send: revision.at(rejected, { ...newer('Supplier Audits', '044'), type: 'Policy', functionalArea: 'IT' }),
        status: 422,
        fields: ['type', 'functionalArea', 'docNum'],
      },
      {
        kind: 'conflict',
        about: 'a draft',
        by: ours('author'),
        send: revision.at(draft, undefined),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'conflict',
        about: 'a name in use',
        by: ours('author'),
        send: revision.at(rejected, newer('Cleaning Validation', '004')),
        status: 409,
        refusal: 'document_name_in_use',
      },
      {
        kind: 'success',
        about: 'begun: it shows as prepared',
        by: ours('author'),
        send: revision.at(rejected, newer('Supplier Audits', '004')),
        status: 200,
        holds: () => ({ status: 'REJECTED', version: '1.0', prepared: { version: '2.0', starts: true } }),
      },
    ],
  },
];
