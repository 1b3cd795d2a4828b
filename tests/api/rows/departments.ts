import type { Site } from '#tests/http/site.ts';
import { get, type Sent } from '../client.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { badBodies, noToken, notThere, type Row } from '../matrix.ts';

const departments = (_: Site, org: string) => get(`/api/orgs/${org}/departments?include_inactive=false`);
const org = (site: Site) => site.ours.world.org;
const create = (site: Site, name = 'Metrology'): Sent => ({
  method: 'POST',
  path: '/api/depts',
  body: { name, org: org(site) },
});
const quality = (site: Site) => site.ours.world.departments.get('Quality') ?? '';
const rename = (_: Site, uid: string, name = 'Quality and Compliance'): Sent => ({
  method: 'PUT',
  path: `/api/depts/${uid}`,
  body: { name },
});
const areas = (site: Site) => get(`/api/functionalareas?org=${org(site)}`);
const area = (site: Site, name = 'MET'): Sent => ({
  method: 'POST',
  path: '/api/functionalareas',
  body: { name, org: org(site) },
});

const editArea = (name = 'METR', reason?: string): Sent => ({
  method: 'PUT',
  path: '/api/functionalareas/met',
  body: { name, ...(reason ? { reason, retired: true } : {}) },
});

export const departmentRows: readonly Row[] = [
  {
    operation: 'listDepartments',
    cases: [
      noToken((site) => departments(site, org(site))),
      ...notThere(ours('author'), theirs('author'), departments, org),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: (site) => departments(site, org(site)),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => get(`/api/orgs/${org(site)}/departments?include_inactive=maybe&limit=0`),
        status: 422,
      },
      {
        kind: 'invalid',
        about: 'a cursor that is none',
        by: ours('author'),
        send: (site) => get(`/api/orgs/${org(site)}/departments?cursor=x`),
        status: 422,
        fields: ['cursor'],
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => get(`/api/orgs/${org(site)}/departments?limit=1`),
        status: 200,
        holds: (site) => [{ org: org(site) }],
      },
    ],
    without: { conflict: 'Reading conflicts with nothing.' },
  },
  {
    operation: 'createDepartment',
    cases: [
      noToken((site) => create(site)),
      ...badBodies(ours('admin'), (site) => create(site)),
      { kind: 'wrong role', by: ours('author'), send: (site) => create(site), status: 403, refusal: 'not_allowed' },
      {
        kind: 'other organisation',
        by: theirs('admin'),
        send: (site) => create(site),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => create(site, 'all departments'),
        status: 422,
        refusal: 'department_name_reserved',
        title: 'Invalid department name.',
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: (site) => create(site, 'quality'),
        status: 409,
        refusal: 'department_exists',
        title: 'A department with this name already exists.',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => create(site),
        status: 201,
        holds: (site) => ({ name: 'Metrology', org: org(site) }),
      },
    ],
  },
  {
    operation: 'renameDepartment',
    cases: [
      noToken((site) => rename(site, quality(site))),
      ...badBodies(ours('admin'), (site) => rename(site, quality(site))),
      ...notThere(ours('admin'), theirs('admin'), rename, quality),
      {
        kind: 'wrong role',
        by: ours('author'),
        send: (site) => rename(site, quality(site)),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => rename(site, quality(site), ' '),
        status: 422,
        fields: ['name'],
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: (site) => rename(site, quality(site), 'metrology'),
        status: 409,
        refusal: 'department_name_conflicting',
        title: 'Attempting to save a department with a conflicting name.',
      },
      {
        kind: 'conflict',
        about: 'changed since it was read',
        by: ours('admin'),
        send: (site) => ({ ...rename(site, quality(site)), headers: { 'If-Match': '"7-old"' } }),
        status: 412,
        refusal: 'changed_meanwhile',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => rename(site, quality(site)),
        status: 200,
        holds: () => ({ name: 'Quality and Compliance' }),
      },
    ],
  },
  {
    operation: 'listFunctionalAreas',
    cases: [
      noToken(areas),
      { kind: 'other organisation', by: theirs('admin'), send: areas, status: 404, refusal: 'not_found' },
      {
        kind: 'malformed',
        by: ours('employee'),
        send: () => get('/api/functionalareas?org=%00'),
        status: 400,
        refusal: 'malformed',
      },
      {
        kind: 'invalid',
        by: ours('employee'),
        send: () => get('/api/functionalareas'),
        status: 422,
        fields: ['org'],
      },
      {
        kind: 'success',
        by: ours('employee'),
        send: areas,
        status: 200,
        holds: (site) => [{ name: 'QA', org: org(site) }],
      },
    ],
    without: { 'wrong role': 'Everybody may read them.', conflict: 'Reading conflicts with nothing.' },
  },
  {
    operation: 'createFunctionalArea',
    cases: [
      noToken((site) => area(site)),
      ...badBodies(ours('admin'), (site) => area(site)),
      { kind: 'wrong role', by: ours('author'), send: (site) => area(site), status: 403, refusal: 'not_allowed' },
      {
        kind: 'other organisation',
        by: theirs('admin'),
        send: (site) => area(site),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: (site) => area(site, 'TOOLONG'),
        status: 422,
        refusal: 'functional_area_name_invalid',
        title: 'Must enter a valid functional area name.',
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: (site) => area(site, 'QA'),
        status: 409,
        refusal: 'functional_area_exists',
        title: 'A functional area with this name already exists.',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: (site) => area(site),
        status: 201,
        holds: (site) => ({ name: 'MET', org: org(site) }),
      },
    ],
  },
  {
    operation: 'editFunctionalArea',
    cases: [
      noToken(() => editArea()),
      ...badBodies(ours('admin'), () => editArea()),
      {
        kind: 'other organisation',
        by: theirs('admin'),
        send: () => editArea(),
        status: 404,
        refusal: 'not_found',
      },
      {
        kind: 'other organisation',
        about: 'none of this name',
        by: ours('admin'),
        send: () => ({ ...editArea(), path: '/api/functionalareas/none' }),
        status: 404,
        refusal: 'not_found',
      },
      { kind: 'wrong role', by: ours('author'), send: () => editArea(), status: 403, refusal: 'not_allowed' },
      {
        kind: 'invalid',
        by: ours('admin'),
        send: () => editArea('TOOLONG'),
        status: 422,
        refusal: 'functional_area_name_invalid',
      },
      {
        kind: 'conflict',
        by: ours('admin'),
        send: () => editArea('qa'),
        status: 409,
        refusal: 'functional_area_exists',
      },
      {
        kind: 'success',
        by: ours('admin'),
        send: () => editArea('METR', 'Belongs to the laboratory now.'),
        status: 200,
        holds: (site) => ({ name: 'METR', org: org(site) }),
      },
    ],
  },
];
