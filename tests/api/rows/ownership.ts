import { nowhere, ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';
import { draft, pending, retired, to } from './of-documents.ts';

const reinstatement = to((uid, body) => ({ method: 'PUT', path: `/api/docs/${uid}/reinstate`, body }));
const separation = to((uid, body) => ({ method: 'PUT', path: `/api/docs/${uid}/separation`, body }));
const transfer = to((uid, body) => ({ method: 'PUT', path: `/api/docs/${uid}/owner`, body }));

/** Who owns a document, whose duties are separate, and what comes back. */
export const ownershipRows: readonly Row[] = [
  {
    operation: 'transferOwnership',
    cases: [
      noToken((site) => transfer.at(pending, { owner: site.ours.approver.uid })(site)),
      {
        kind: 'wrong role',
        about: 'not its owner',
        by: ours('approver'),
        send: (site) => transfer.at(pending, { owner: site.ours.approver.uid })(site),
        status: 403,
      },
      ...notThere(ours('admin'), theirs('admin'), transfer.one({ owner: nowhere }), pending),
      ...badBodies(ours('admin'), transfer.at(pending, { owner: nowhere })),
      {
        kind: 'invalid',
        about: 'an employee',
        by: ours('author'),
        send: (site) => transfer.at(pending, { owner: site.ours.employee.uid })(site),
        status: 422,
        refusal: 'owner_not_eligible',
        fields: ['owner'],
      },
      {
        kind: 'other organisation',
        about: 'one of theirs',
        by: ours('author'),
        send: (site) => transfer.at(pending, { owner: site.theirs.author.uid })(site),
        status: 422,
        refusal: 'owner_not_eligible',
      },
      {
        kind: 'conflict',
        about: 'what is retired',
        by: ours('admin'),
        send: (site) => transfer.at(retired, { owner: site.ours.approver.uid })(site),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => transfer.at(pending, { owner: { uid: site.ours.admin.uid }, reason: 'Leaves.' })(site),
        status: 200,
        holds: (site) => ({ status: 'PENDING', owner: { uid: site.ours.admin.uid } }),
      },
    ],
  },
  {
    operation: 'waiveSeparation',
    cases: [
      noToken(separation.at(draft, { reason: 'The only expert.' })),
      { kind: 'wrong role', by: ours('author'), send: separation.at(draft, { reason: 'x' }), status: 403 },
      ...notThere(ours('admin'), theirs('admin'), separation.one({ reason: 'The only expert.' }), draft),
      ...badBodies(ours('admin'), separation.at(draft, { reason: 'x' })),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: separation.at(draft, { reason: ' ' }),
        status: 422,
        fields: ['reason'],
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: separation.at(retired, { reason: 'The only expert.' }),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: separation.at(draft, { reason: 'The only expert.' }),
        status: 200,
        holds: () => ({ status: 'CREATED' }),
      },
    ],
  },
  {
    operation: 'reinstateDocument',
    cases: [
      noToken(reinstatement.at(retired, { reason: 'Made again.' })),
      { kind: 'wrong role', by: ours('author'), send: reinstatement.at(retired, {}), status: 403 },
      ...notThere(ours('admin'), theirs('admin'), reinstatement.one({}), retired),
      ...badBodies(ours('admin'), reinstatement.at(retired, {})),
      {
        kind: 'invalid',
        by: ours('admin'),
        send: reinstatement.at(retired, { reason: 'x'.repeat(1001) }),
        status: 422,
        fields: ['reason'],
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: reinstatement.at(draft, {}),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: reinstatement.at(retired, { reason: 'Made again.' }),
        status: 200,
        holds: () => ({ status: 'CREATED', effective: false, retiredDate: null, version: '1.1' }),
      },
    ],
  },
];
