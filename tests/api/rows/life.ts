import type { Site } from '#tests/http/site.ts';
import { nowhere, ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';
import { draft, approved, pending, effective, rejected, inReview, to } from './of-documents.ts';
import { ownershipRows } from './ownership.ts';

const inTenDays = () => Date.now() + 10 * 86_400_000;

const departments = to((uid, body) => ({ method: 'POST', path: `/api/docs/${uid}/departments`, body }));
const dated = (method: 'POST' | 'PUT') =>
  to((uid, body) => ({ method, path: `/api/docs/${uid}/effectivedate`, body: JSON.stringify(body) }));
const publication = dated('POST');
const date = dated('PUT');
const retirement = to((uid, body) => ({ method: 'PUT', path: `/api/docs/${uid}/retire`, body }));
const discard = to((uid) => ({ method: 'DELETE', path: `/api/docs/${uid}` }));

const quality = (site: Site) => site.ours.world.uidsOf(['Quality']);

export const lifeRows: readonly Row[] = [
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
      ...[Date.UTC(10_000, 0, 1), '9999-12-31T00:00:00Z', '1899-12-31T00:00:00Z'].map((beyond) => ({
        kind: 'invalid' as const,
        about: `a year that nobody means (${beyond})`,
        by: ours('admin'),
        send: publication.at(approved, beyond),
        status: 422,
        fields: ['effectiveDate'],
        refusal: 'invalid_input' as const,
      })),
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
        about: 'a year that no event can hold',
        by: ours('admin'),
        send: publication.at(approved, 8_000_000_000_000_000),
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
  ...ownershipRows,
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
      {
        kind: 'conflict',
        about: 'changed meanwhile',
        by: ours('author'),
        send: (site) => ({
          ...discard.at(draft, undefined)(site),
          headers: { 'If-Match': '"9-aaaaaaaaaaaaaaaaaaaaaa"' },
        }),
        status: 412,
        refusal: 'changed_meanwhile',
      },
      { kind: 'success', by: ours('author'), send: discard.at(draft, undefined), status: 200 },
    ],
    without: { invalid: 'It takes nothing but the uid.' },
  },
];
