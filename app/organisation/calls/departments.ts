import { z } from 'zod';
import { createFunctionalArea, editFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { createDepartment, renameDepartment } from '#app/organisation/commands/save-department.ts';
import { areaName, departmentName } from '#app/kit/call/fields.ts';
import { department, functionalArea, toDepartment, toFunctionalArea } from '#app/kit/call/department-entity.ts';
import { partOf } from '#app/kit/call/paging.ts';
import { byOrganisation, byUid, flag } from '#app/kit/call/parameters.ts';
import { named, ownOrganisation } from '#app/kit/call/own-organisation.ts';
import { askFor, reads, runs, type Answer, type Call } from '#app/kit/call/endpoint.ts';
import { wholeEntity } from '#app/kit/call/fixed-fields.ts';
import { getDepartment } from '#app/organisation/queries/get-department.ts';
import { getFunctionalArea } from '#app/organisation/queries/functional-areas.ts';
import { listAreas, listDepartments } from '#app/organisation/queries/choices.ts';

const tag = 'Departments and functional areas';
const ownOrg = { org: named.nullish().describe('Your own organisation, or its uid.') };
const changes = z.object({ name: departmentName, ...ownOrg });
const areaFields = z.object({ name: areaName, ...ownOrg });
const departmentBody = wholeEntity(department, changes);

async function departmentAnswer(
  uid: string,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Promise<Answer<z.infer<typeof department>>> {
  const { streamVersion, ...found } = await askFor(call, getDepartment, { department: uid });
  return { data: toDepartment(found, call.viewer?.org ?? ''), version: streamVersion };
}

export const getDepartments = reads({
  method: 'GET',
  path: '/api/orgs/{orgUid}/departments',
  operation: 'listDepartments',
  tag,
  summary: "The organisation's departments by name",
  description: 'Departments are never removed; `include_inactive` has no effect.',
  params: byOrganisation,
  query: z.object({ include_inactive: flag.optional() }),
  list: true,
  data: z.array(department),
  asks: listDepartments,
  input: (call) => {
    ownOrganisation(call, call.params.orgUid);
    return {};
  },
  answer: (rows, { page, viewer }) => {
    const { data, next } = partOf(rows, page, ({ uid }) => uid);
    return { data: data.map((row) => toDepartment(row, viewer.org)), next };
  },
});

export const postDepartment = runs({
  method: 'POST',
  path: '/api/depts',
  operation: 'createDepartment',
  tag,
  summary: 'Create a department',
  body: departmentBody,
  compares: { changes, there: () => ({ data: {} }) },
  data: department,
  status: 201,
  versioned: true,
  refusals: ['department_exists', 'department_name_reserved', 'not_found'],
  command: createDepartment,
  input: (call) => {
    ownOrganisation(call, call.body.org);
    return { name: call.body.name };
  },
  answer: async ({ department: uid }, call) => ({
    ...(await departmentAnswer(uid, call)),
    uid,
    location: `/api/depts/${uid}`,
  }),
});

export const putDepartment = runs({
  method: 'PUT',
  path: '/api/depts/{uid}',
  operation: 'renameDepartment',
  tag,
  summary: 'Rename a department',
  params: byUid,
  body: departmentBody,
  compares: { changes, there: ({ params, ...call }) => departmentAnswer(params.uid, call) },
  data: department,
  versioned: true,
  refusals: ['department_name_conflicting', 'department_name_reserved'],
  command: renameDepartment,
  input: (call) => {
    ownOrganisation(call, call.body.org);
    return { department: call.params.uid, name: call.body.name, expectedVersion: call.expectedVersion };
  },
  answer: ({ department: uid }, call) => departmentAnswer(uid, call),
});

export const getFunctionalAreas = reads({
  method: 'GET',
  path: '/api/functionalareas',
  operation: 'listFunctionalAreas',
  tag,
  summary: "The organisation's functional areas by name",
  query: z.object({ org: z.string().max(100).meta({ format: 'uuid' }).describe('The uid of your own organisation.') }),
  list: true,
  data: z.array(functionalArea),
  refusals: ['not_found'],
  asks: listAreas,
  input: (call) => {
    ownOrganisation(call, call.query.org);
    return {};
  },
  answer: (names, { page, viewer }) => {
    const { data, next } = partOf(names, page, (name) => name);
    return { data: data.map((name) => toFunctionalArea(name, viewer.org)), next };
  },
});

export const postFunctionalArea = runs({
  method: 'POST',
  path: '/api/functionalareas',
  operation: 'createFunctionalArea',
  tag,
  summary: 'Create a functional area: 1 to 4 characters',
  description: 'A functional area has no uid; calls name it by its name.',
  body: areaFields,
  data: functionalArea,
  status: 201,
  refusals: ['functional_area_exists', 'functional_area_name_invalid', 'not_found'],
  command: createFunctionalArea,
  input: (call) => {
    ownOrganisation(call, call.body.org);
    return { name: call.body.name };
  },
  answer: ({ name }, { viewer }) => ({
    data: toFunctionalArea(name, viewer.org),
    location: `/api/functionalareas?org=${viewer.org}`,
  }),
});

const areaChanges = areaFields.extend({
  retired: z.boolean().optional().describe('No new document gets a retired functional area. Left out: as it is.'),
});

async function areaAnswer(named: string, call: Pick<Call, 'ports' | 'viewer' | 'now'>) {
  const { name, streamVersion } = await askFor(call, getFunctionalArea, { named });
  return { data: toFunctionalArea(name, call.viewer?.org ?? ''), version: streamVersion };
}

export const putFunctionalArea = runs({
  method: 'PUT',
  path: '/api/functionalareas/{name}',
  operation: 'editFunctionalArea',
  tag,
  summary: 'Rename a functional area, retire it or take it back into use',
  description:
    'The number of each of its documents changes with the name. Retiring it and taking it back always needs a reason.',
  params: z.object({
    name: z
      .string()
      .max(40)
      .describe('Its name now.')
      .meta({ examples: ['QA'] }),
  }),
  body: areaChanges,
  compares: { changes: areaChanges, there: ({ params, ...call }) => areaAnswer(params.name, call) },
  data: functionalArea,
  versioned: true,
  refusals: ['functional_area_exists', 'functional_area_name_invalid'],
  command: editFunctionalArea,
  input: (call) => {
    ownOrganisation(call, call.body.org);
    const { name, retired } = call.body;
    return { named: call.params.name, name, retired, expectedVersion: call.expectedVersion };
  },
  answer: ({ name }, call) => areaAnswer(name, call),
});
