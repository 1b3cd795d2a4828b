import type { Site } from '#tests/http/site.ts';
import type { Sent } from '../client.ts';
import { badBodies, noToken, notThere, nowhere, ours, theirs, type Row } from '../matrix.ts';
import { approvalOf } from '../signables.ts';

type Of = (site: Site) => string;
const { draft, approved, pending, effective, retired, rejected, inReview } = {
  draft: (site: Site) => site.ours.documents.draft,
  approved: (site: Site) => site.ours.documents.approved,
  pending: (site: Site) => site.ours.documents.pending,
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
const inTenDays = () => Date.now() + 10 * 86_400_000;

const approvers = to((uid, body) => ({ method: 'POST', path: `/api/docs/${uid}/approvers`, body }));
const departments = to((uid, body) => ({ method: 'POST', path: `/api/docs/${uid}/departments`, body }));
const publication = to((uid, body) => ({ method: 'POST', path: `/api/docs/${uid}/effectivedate`, body }));
const date = to((uid, body) => ({ method: 'PUT', path: `/api/docs/${uid}/effectivedate`, body }));
const revision = to((uid, body) => ({ method: 'PUT', path: `/api/docs/${uid}/revise`, body }));
const retirement = to((uid, body) => ({ method: 'PUT', path: `/api/docs/${uid}/retire`, body }));
const discard = to((uid) => ({ method: 'DELETE', path: `/api/docs/${uid}` }));
const removal = (site: Site, of: Of, document = of(site)): Sent => ({
  method: 'DELETE',
  path: `/api/docs/${document}/approver/${approvalOf(site, of(site), site.ours.admin)}`,
});

const quality = (site: Site) => site.ours.world.uidsOf(['Quality']);
const newer = (name: string, docNum: string) => ({
  name,
  type: 'SOP',
  functionalArea: 'QA',
  docNum,
  version: '2.0',
  status: 'IN_REVIEW',
});

export const lifeRows: readonly Row[] = [
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
        about: 'begun: nothing of it shows',
        by: ours('author'),
        send: revision.at(rejected, newer('Supplier Audits', '004')),
        status: 200,
        holds: () => ({ status: 'REJECTED', version: '1.0' }),
      },
    ],
  },
  {
    operation: 'assignDepartments',
    cases: [
      noToken(departments.at(approved, [])),
      { kind: 'wrong role', by: ours('author'), send: departments.at(approved, []), status: 403 },
      ...notThere(ours('admin'), theirs('admin'), departments.one([nowhere]), approved),
      ...badBodies(ours('admin'), departments.at(approved, [])),
      {
        kind: 'invalid',
        about: 'none',
        by: ours('admin'),
        send: departments.at(approved, []),
        status: 422,
        refusal: 'document_departments_missing',
        fields: ['departments'],
      },
      {
        kind: 'other organisation',
        about: 'a department of theirs',
        by: ours('admin'),
        send: (site) => departments.at(approved, site.theirs.world.uidsOf(['Quality']))(site),
        status: 422,
        refusal: 'department_unknown',
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: (site) => departments.at(draft, quality(site))(site),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        about: 'for the publication to come',
        by: ours('admin'),
        send: (site) =>
          departments.at(
            approved,
            quality(site).map((uid) => ({ uid, name: 'Quality' })),
          )(site),
        status: 200,
        holds: () => ({ status: 'APPROVED', departments: [] }),
      },
      {
        kind: 'success',
        about: 'in force',
        by: ours('admin'),
        send: (site) => departments.at(effective, site.ours.world.uidsOf(['Laboratory', 'Quality']))(site),
        status: 200,
        holds: () => ({ departments: [{ name: 'Laboratory' }, { name: 'Quality' }] }),
      },
    ],
  },
  {
    operation: 'publishDocument',
    cases: [
      noToken(publication.at(approved, inTenDays())),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: publication.at(approved, inTenDays()),
        status: 403,
        refusal: 'publish_requires_admin',
        title: 'Must be an Admin user to publish a document.',
      },
      ...notThere(ours('admin'), theirs('admin'), publication.one(inTenDays()), approved),
      ...badBodies(ours('admin'), publication.at(approved, inTenDays())),
      {
        kind: 'invalid',
        about: 'no date',
        by: ours('admin'),
        send: publication.at(approved, 'soon'),
        status: 422,
        fields: ['effectiveDate'],
      },
      {
        kind: 'invalid',
        about: 'another type',
        by: ours('admin'),
        send: publication.at(approved, { date: 1 }),
        status: 422,
        fields: ['effectiveDate'],
      },
      {
        kind: 'invalid',
        about: 'a date that is past',
        by: ours('admin'),
        send: publication.at(approved, '2024-02-29'),
        status: 422,
        refusal: 'effective_date_not_future',
        title: 'Choose a date in the future',
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: publication.at(draft, inTenDays()),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: publication.at(approved, '2999-01-31'),
        status: 200,
        holds: () => ({
          status: 'PENDING',
          departments: [{ name: 'Quality' }],
          effectiveDate: Date.parse('2999-01-31T00:00:00Z'),
        }),
      },
    ],
  },
  {
    operation: 'setEffectiveDate',
    cases: [
      noToken(date.at(pending, inTenDays())),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: date.at(pending, inTenDays()),
        status: 403,
        refusal: 'publish_requires_admin',
      },
      ...notThere(ours('admin'), theirs('admin'), date.one(inTenDays()), pending),
      ...badBodies(ours('admin'), date.at(pending, inTenDays())),
      { kind: 'invalid', by: ours('admin'), send: date.at(pending, ''), status: 422, fields: ['effectiveDate'] },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: date.at(effective, inTenDays()),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'conflict',
        about: 'to waive training later',
        by: ours('admin'),
        send: (site) => ({
          ...date.at(pending, inTenDays())(site),
          path: `/api/docs/${pending(site)}/effectivedate?forego_training=true`,
        }),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: date.at(pending, '2999-02-01T09:30:00+01:00'),
        status: 200,
        holds: () => ({ status: 'PENDING', effectiveDate: Date.parse('2999-02-01T08:30:00Z') }),
      },
    ],
  },
  {
    operation: 'retireDocument',
    cases: [
      noToken(retirement.at(rejected, { reason: 'Replaced.' })),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: retirement.at(rejected, { reason: 'Replaced.' }),
        status: 403,
        refusal: 'retire_requires_admin',
        title: 'Admin access required to retire a document.',
      },
      ...notThere(ours('admin'), theirs('admin'), retirement.one({ reason: 'Replaced.' }), rejected),
      ...badBodies(ours('admin'), retirement.at(rejected, { reason: 'Replaced.' })),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: retirement.at(rejected, { reason: ' ' }),
        status: 422,
        fields: ['reason'],
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: retirement.at(draft, { reason: 'Replaced.' }),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: retirement.at(rejected, { reason: 'Replaced.' }),
        status: 200,
        holds: () => ({ status: 'RETIRED', effective: false }),
      },
    ],
  },
  {
    operation: 'discardDocument',
    cases: [
      noToken(discard.at(draft, undefined)),
      { kind: 'wrong role', by: ours('employee'), send: discard.at(draft, undefined), status: 403 },
      {
        kind: 'wrong role',
        about: 'not its owner',
        by: ours('approver'),
        send: discard.at(draft, undefined),
        status: 403,
      },
      ...notThere(ours('author'), theirs('admin'), discard.one(undefined), draft),
      {
        kind: 'conflict',
        by: ours('author'),
        send: discard.at(inReview, undefined),
        status: 409,
        refusal: 'document_ever_reviewed',
      },
      { kind: 'success', by: ours('author'), send: discard.at(draft, undefined), status: 200 },
    ],
    without: { invalid: 'It takes nothing but the uid.' },
  },
];
