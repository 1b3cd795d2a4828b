import { z } from 'zod';
import { byOrganisation, byUid, flag } from '#app/api/parameters.ts';
import { ownOrganisation } from '#app/api/users/user-body.ts';
import { reads } from '#app/server/endpoint.ts';
import { reportLink } from '#app/queries/report/link.ts';
import type { ReportFormat } from '#app/queries/report/names.ts';

const tag = 'Reports';
const format = z
  .enum(['PDF', 'CSV'])
  .default('PDF')
  .transform((named) => named.toLowerCase() as ReportFormat);
const inFormat = z.object({ format });

/** What every report's call answers. */
const link = z
  .url()
  .describe(
    'Opened as it is, without a token, for 15 minutes and while the session lasts. Where the report takes long it answers 202 with `Retry-After` until the file is there.',
  );
const linked = { tag, data: link, secret: true, refusals: ['not_allowed'] as const, asks: reportLink } as const;
const toLink = ({ url }: { url: string }) => ({ data: url });

export const getAuditLog = reads({
  ...linked,
  method: 'GET',
  path: '/api/users/{uid}/auditlog',
  operation: 'reportAuditLog',
  summary: "A link to a person's audit log",
  description: 'For admins.',
  params: byUid,
  query: inFormat,
  input: ({ params, query }) => ({
    name: 'user-audit-log' as const,
    format: query.format,
    filters: { person: params.uid },
  }),
  answer: toLink,
});

export const getUserReport = reads({
  ...linked,
  method: 'GET',
  path: '/api/users/report',
  operation: 'reportUsers',
  summary: 'A link to the Active User List, or to the All User List',
  description: 'For admins.',
  query: inFormat.extend({
    org: z.string().max(100).optional().describe("The organisation's uid."),
    include_inactive: flag.optional().describe('`true`: the All User List.'),
  }),
  refusals: ['not_allowed', 'not_found'],
  input: (call) => {
    const { org, include_inactive: all, format: named } = call.query;
    ownOrganisation(call, org);
    return { name: all ? ('all-users' as const) : ('active-users' as const), format: named };
  },
  answer: toLink,
});

export const getTrainingRecord = reads({
  ...linked,
  method: 'GET',
  path: '/api/users/{uid}/trainingrecord',
  operation: 'reportTrainingRecord',
  summary: "A link to a person's Training Record",
  description: "One's own, or anybody's for admins.",
  params: byUid,
  query: inFormat,
  input: ({ params, query }) => ({
    name: 'training-record' as const,
    format: query.format,
    filters: { person: params.uid },
  }),
  answer: toLink,
});

export const getDepartmentTraining = reads({
  ...linked,
  method: 'GET',
  path: '/api/depts/{uid}/training',
  operation: 'reportDepartmentTraining',
  summary: "A link to a department's training report",
  description: 'For admins.',
  params: byUid,
  query: inFormat,
  input: ({ params, query }) => ({
    name: 'department-training' as const,
    format: query.format,
    filters: { department: params.uid },
  }),
  answer: toLink,
});

/** A report of the whole organisation. */
const ofOrganisation = (
  place: string,
  operation: string,
  name: 'table-of-contents' | 'organization-training' | 'training-matrix' | 'outstanding-training',
  title: string,
) =>
  reads({
    ...linked,
    method: 'GET',
    path: `/api/orgs/{orgUid}/${place}`,
    operation,
    summary: `A link to the ${title}`,
    description: 'For admins.',
    params: byOrganisation,
    query: inFormat,
    refusals: name === 'training-matrix' ? ['not_allowed', 'report_too_large'] : ['not_allowed'],
    input: (call) => {
      ownOrganisation(call, call.params.orgUid);
      return { name, format: call.query.format };
    },
    answer: toLink,
  });

export const getTableOfContents = ofOrganisation(
  'tableofcontents',
  'reportTableOfContents',
  'table-of-contents',
  'Table of Contents',
);
export const getOrganisationTraining = ofOrganisation(
  'training',
  'reportOrganisationTraining',
  'organization-training',
  'Organization Training Report',
);
export const getTrainingMatrix = ofOrganisation(
  'trainingmatrix',
  'reportTrainingMatrix',
  'training-matrix',
  'Training Matrix',
);
export const getOutstandingTraining = ofOrganisation(
  'outstandingtraining',
  'reportOutstandingTraining',
  'outstanding-training',
  'Outstanding User Training Report',
);
