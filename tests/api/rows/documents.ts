import type { Site } from '#tests/http/site.ts';
import { nowhere, ours, theirs } from '#tests/http/chosen.ts';
import { begun, content } from '../setup.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';
import { get, type Sent } from '../client.ts';

const one = (_: Site, uid: string) => get(`/api/docs/${uid}`);
const effective = (site: Site) => site.ours.documents.effective;
const reading = { conflict: 'Reading conflicts with nothing.' };

const create = (body: object): Sent => ({ method: 'POST', path: '/api/docs', body });
const save = (_: Site, uid: string, change: object = {}, whole: object = content('001', 'Change Control')): Sent => ({
  method: 'PUT',
  path: `/api/docs/${uid}`,
  body: { ...whole, ...change },
});
const saveDraft = (change: object) => (site: Site) => save(site, site.ours.documents.draft, change);

export const documentRows: readonly Row[] = [
  {
    operation: 'createDocument',
    cases: [
      noToken(() => create(begun('101', 'Label Control'))),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: () => create(begun('101', 'Label Control')),
        status: 403,
        refusal: 'not_allowed',
      },
      ...badBodies(ours('author'), () => create(begun('101', 'Label Control'))),
      {
        kind: 'malformed',
        about: 'a NUL',
        by: ours('author'),
        send: () => create(begun('101', 'Label\0Control')),
        status: 400,
        refusal: 'malformed',
      },
      {
        kind: 'invalid',
        about: 'what is missing',
        by: ours('author'),
        send: () => create({}),
        status: 422,
        fields: ['name', 'type', 'functionalArea', 'docNum', 'version'],
      },
      {
        kind: 'invalid',
        about: 'what the form refuses too',
        by: ours('author'),
        send: () => create({ ...begun('000', '_Label'), version: '1' }),
        status: 422,
        fields: ['name', 'docNum', 'version'],
      },
      {
        kind: 'conflict',
        about: 'name',
        by: ours('author'),
        send: () => create(begun('101', ' Change Control ')),
        status: 409,
        refusal: 'document_name_in_use',
        title: 'Document name is already in use.',
      },
      {
        kind: 'conflict',
        about: 'type and ID',
        by: ours('author'),
        send: () => create(begun('001', 'Label Control')),
        status: 409,
        refusal: 'document_number_in_use',
        title: 'Document with matching Type and ID already exists.',
      },
      {
        kind: 'success',
        by: ours('author'),
        send: () => create(begun('101', 'Label Control')),
        status: 201,
        holds: ({ ours: { author, world } }) => ({
          name: 'Label Control',
          status: 'CREATED',
          approved: false,
          effective: false,
          owner: { uid: author.uid, email: author.email },
          org: world.org,
          approvals: [],
          departments: [],
          history: [],
          effectiveDate: null,
          trainingInterval: 365,
          reviewInterval: 730,
        }),
      },
      {
        kind: 'other organisation',
        about: 'the name and ID of another document',
        by: theirs('author'),
        send: () => create(begun('101', 'Label Control')),
        status: 201,
      },
    ],
  },
  {
    operation: 'saveDocument',
    cases: [
      noToken((site) => save(site, site.ours.documents.draft)),
      { kind: 'wrong role', by: ours('employee'), send: saveDraft({}), status: 403, refusal: 'not_allowed' },
      {
        kind: 'wrong role',
        about: 'not its owner',
        by: ours('approver'),
        send: saveDraft({ name: 'Mine' }),
        status: 403,
      },
      ...notThere(ours('admin'), theirs('admin'), save, (site) => site.ours.documents.draft),
      ...badBodies(ours('author'), saveDraft({})),
      {
        kind: 'invalid',
        by: ours('author'),
        send: saveDraft({ name: '', version: '0.0' }),
        status: 422,
        fields: ['name', 'version'],
      },
      {
        kind: 'invalid',
        about: 'departments of nobody',
        by: ours('admin'),
        send: (site) =>
          save(site, site.ours.documents.pending, { departments: [nowhere] }, content('006', 'Cleaning Validation')),
        status: 422,
        refusal: 'department_unknown',
      },
      {
        kind: 'invalid',
        about: 'what is in review',
        by: ours('author'),
        send: (site) => save(site, site.ours.documents.inReview, {}, content('003', 'Deviations')),
        status: 422,
        fields: ['name'],
      },
      {
        kind: 'conflict',
        about: 'name',
        by: ours('author'),
        send: saveDraft({ name: 'Cleaning Validation' }),
        status: 409,
        refusal: 'document_name_in_use',
      },
      {
        kind: 'conflict',
        about: 'changed meanwhile',
        by: ours('author'),
        send: (site) => ({
          ...saveDraft({ docNum: '102' })(site),
          headers: { 'If-Match': '"1-aaaaaaaaaaaaaaaaaaaaaa"' },
        }),
        status: 412,
        refusal: 'changed_meanwhile',
      },
      {
        kind: 'success',
        by: ours('author'),
        send: saveDraft({ name: 'Change Control of Equipment', trainingInterval: 180 }),
        status: 200,
        holds: () => ({ name: 'Change Control of Equipment', trainingInterval: 180, status: 'CREATED' }),
      },
      {
        kind: 'success',
        about: 'departments of what is scheduled, as entities',
        by: ours('admin'),
        send: (site) =>
          save(site, site.ours.documents.pending, {
            ...content('006', 'Cleaning Validation'),
            departments: site.ours.world
              .uidsOf(['Quality', 'Laboratory'])
              .map((uid) => ({ uid, name: 'as it was read' })),
          }),
        status: 200,
        holds: () => ({ status: 'PENDING', departments: [{ name: 'Laboratory' }, { name: 'Quality' }] }),
      },
    ],
  },
  {
    operation: 'getDocument',
    cases: [
      noToken((site) => one(site, effective(site))),
      ...notThere(ours('author'), theirs('admin'), one, effective),
      {
        kind: 'wrong role',
        about: 'a draft',
        by: ours('employee'),
        send: (site) => one(site, site.ours.documents.draft),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => one(site, effective(site)),
        status: 200,
        holds: ({ ours: { world, admin, approver } }) => ({
          name: 'Batch Record Review',
          status: 'EFFECTIVE',
          effectiveVersion: '1.0',
          approvals: [
            { status: 'APPROVED', user: { uid: admin.uid } },
            { status: 'APPROVED', user: { uid: approver.uid } },
          ],
          departments: [{ name: 'Quality', org: world.org }],
          history: [{ version: '1.0', supersededDate: null }],
          trainingRate: 33,
        }),
      },
      {
        kind: 'success',
        about: 'what is in force, while a revision is under way',
        by: ours('employee'),
        send: (site) => one(site, site.ours.documents.underRevision),
        status: 200,
        holds: () => ({ version: '1.0', status: 'EFFECTIVE', fileWordObjectKey: null, history: [{ version: '1.0' }] }),
      },
      {
        kind: 'success',
        about: 'the revision itself',
        by: ours('author'),
        send: (site) => one(site, site.ours.documents.underRevision),
        status: 200,
        holds: () => ({ version: '2.0', status: 'IN_REVIEW', effectiveVersion: '1.0', effective: true }),
      },
    ],
    without: { ...reading, invalid: 'It takes nothing but the uid.' },
  },
  {
    operation: 'listDocuments',
    cases: [
      noToken((site) => get(`/api/orgs/${site.ours.world.org}/docs`)),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: (site) => get(`/api/orgs/${site.ours.world.org}/docs?effective=false`),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'other organisation',
        by: ours('admin'),
        send: (site) => get(`/api/orgs/${site.theirs.world.org}/docs`),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'malformed',
        by: ours('admin'),
        send: () => get('/api/orgs/no-uid/docs'),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => get(`/api/orgs/${site.ours.world.org}/docs?effective=perhaps`),
        status: 422,
        fields: ['effective'],
      },
      {
        kind: 'success',
        about: 'in force, for everybody',
        by: ours('employee'),
        send: (site) => get(`/api/orgs/${site.ours.world.org}/docs?effective=true`),
        status: 200,
        holds: () => [
          { name: 'Batch Record Review', version: '1.0' },
          { name: 'Corrective and Preventive Action', version: '1.0', status: 'EFFECTIVE' },
        ],
      },
      {
        kind: 'success',
        about: 'all',
        by: theirs('admin'),
        send: (site) => get(`/api/orgs/${site.theirs.world.org}/docs`),
        status: 200,
      },
    ],
    without: reading,
  },
];
