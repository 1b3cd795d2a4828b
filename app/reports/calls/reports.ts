import { z } from 'zod';
import { byOrganisation, byUid, flag } from '#app/kit/call/parameters.ts';
import { ownOrganisation } from '#app/kit/call/own-organisation.ts';
import { reads } from '#app/kit/call/endpoint.ts';
import { reportLink } from '#app/reports/queries/link.ts';
import type { ReportFormat } from '#app/kit/downloads/media-type.ts';
import type { ReportRequest } from '#app/reports/queries/names.ts';

type ReportName = ReportRequest['name'];

const format = z
  .enum(['PDF', 'CSV'])
  .default('PDF')
  .transform((named) => named.toLowerCase() as ReportFormat);
const inFormat = z.object({ format });

/** The answer of every report endpoint. */
const link = z
  .url()
  .describe(
    'Open it without a token, within 15 minutes and while the session lasts. A long report answers 202 with ' +
      '`Retry-After` until it is ready.',
  );
const toLink = ({ url }: { url: string }) => ({ data: url });

interface LinkedReport {
  path: `/api/${string}`;
  operation: string;
  /** Follows "A link to". */
  title: string;
  description?: string;
}

const shared = { method: 'GET', tag: 'Reports', data: link, secret: true, asks: reportLink, answer: toLink } as const;
const refusals = ['not_allowed'] as const;

/** A report of one person or department, by the uid in the path. */
const reportAbout = (
  filter: 'person' | 'department',
  name: ReportName,
  { title, description = 'For admins.', ...named }: LinkedReport,
) =>
  reads({
    ...shared,
    ...named,
    refusals,
    summary: `A link to ${title}`,
    description,
    params: byUid,
    query: inFormat,
    input: ({ params, query }) => ({ name, format: query.format, filters: { [filter]: params.uid } }),
  });

/** A report of the whole organisation. */
const reportOfOrganisation = (name: ReportName, { title, ...named }: LinkedReport) =>
  reads({
    ...shared,
    ...named,
    refusals: name === 'training-matrix' ? ['not_allowed', 'report_too_large'] : ['not_allowed'],
    summary: `A link to the ${title}`,
    description: 'For admins.',
    params: byOrganisation,
    query: inFormat,
    input: (call) => {
      ownOrganisation(call, call.params.orgUid);
      return { name, format: call.query.format };
    },
  });

export const getAuditLog = reportAbout('person', 'user-audit-log', {
  path: '/api/users/{uid}/auditlog',
  operation: 'reportAuditLog',
  title: "a person's audit log",
});
export const getTrainingRecord = reportAbout('person', 'training-record', {
  path: '/api/users/{uid}/trainingrecord',
  operation: 'reportTrainingRecord',
  title: "a person's Training Record",
  description: "Your own, or anybody's for admins.",
});
export const getDepartmentTraining = reportAbout('department', 'department-training', {
  path: '/api/depts/{uid}/training',
  operation: 'reportDepartmentTraining',
  title: "a department's training report",
});
export const getTableOfContents = reportOfOrganisation('table-of-contents', {
  path: '/api/orgs/{orgUid}/tableofcontents',
  operation: 'reportTableOfContents',
  title: 'Table of Contents',
});
export const getExceptions = reportOfOrganisation('separation-exceptions', {
  path: '/api/orgs/{orgUid}/exceptions',
  operation: 'reportSeparationExceptions',
  title: 'report of exceptions from the separation of duties',
});
export const getApprovalTimes = reportOfOrganisation('approval-times', {
  path: '/api/orgs/{orgUid}/approvaltimes',
  operation: 'reportApprovalTimes',
  title: 'report of how many days each approver took',
});
export const getOverdueApprovals = reportOfOrganisation('overdue-approvals', {
  path: '/api/orgs/{orgUid}/overdueapprovals',
  operation: 'reportOverdueApprovals',
  title: 'report of overdue approvals',
});
export const getDeputySignatures = reportOfOrganisation('deputy-signatures', {
  path: '/api/orgs/{orgUid}/deputysignatures',
  operation: 'reportDeputySignatures',
  title: 'report of what deputies signed',
});
export const getChangeRegister = reads({
  ...shared,
  path: '/api/orgs/{orgUid}/changeregister',
  operation: 'reportChangeRegister',
  refusals,
  summary: 'A link to the Change Register',
  description: 'For admins. The versions that were sent for review on these days, or ever.',
  params: byOrganisation,
  query: inFormat.extend({
    from: z.iso.date().optional().describe("A day of the organisation's time zone, included."),
    until: z.iso.date().optional().describe("A day of the organisation's time zone, included."),
  }),
  input: (call) => {
    ownOrganisation(call, call.params.orgUid);
    const { format: named, from, until } = call.query;
    return { name: 'change-register' as const, format: named, filters: { from, until } };
  },
});
export const getOpenChangeRequests = reportOfOrganisation('change-requests', {
  path: '/api/orgs/{orgUid}/changerequests',
  operation: 'reportChangeRequests',
  title: 'report of open change requests',
});
export const getFunctionHolders = reportOfOrganisation('functions', {
  path: '/api/orgs/{orgUid}/functions',
  operation: 'reportFunctions',
  title: 'report of who holds which function',
});
export const getOrganisationTraining = reportOfOrganisation('organization-training', {
  path: '/api/orgs/{orgUid}/training',
  operation: 'reportOrganisationTraining',
  title: 'Organization Training Report',
});
export const getTrainingMatrix = reportOfOrganisation('training-matrix', {
  path: '/api/orgs/{orgUid}/trainingmatrix',
  operation: 'reportTrainingMatrix',
  title: 'Training Matrix',
});
export const getOutstandingTraining = reportOfOrganisation('outstanding-training', {
  path: '/api/orgs/{orgUid}/outstandingtraining',
  operation: 'reportOutstandingTraining',
  title: 'Outstanding User Training Report',
});
export const getIdentityGaps = reportOfOrganisation('identity-gaps', {
  path: '/api/orgs/{orgUid}/identitygaps',
  operation: 'reportIdentityGaps',
  title: 'report of people without a verified identity or a second factor',
});
export const getSignIns = reportOfOrganisation('sign-ins', {
  path: '/api/orgs/{orgUid}/signins',
  operation: 'reportSignIns',
  title: 'report of sign-ins by method',
});
export const getBreakGlassUses = reportOfOrganisation('break-glass', {
  path: '/api/orgs/{orgUid}/breakglass',
  operation: 'reportBreakGlassUses',
  title: 'report of break-glass uses',
});
export const getSignaturesByAssurance = reportOfOrganisation('signatures-by-assurance', {
  path: '/api/orgs/{orgUid}/signatures',
  operation: 'reportSignaturesByAssurance',
  title: 'report of signatures by assurance',
});

export const getUserReport = reads({
  ...shared,
  path: '/api/users/report',
  operation: 'reportUsers',
  summary: 'A link to the Active User List, or to the All User List',
  description: 'For admins.',
  query: inFormat.extend({
    org: z.string().max(100).meta({ format: 'uuid' }).optional().describe("The organisation's uid."),
    include_inactive: flag.optional().describe('`true`: the All User List.'),
  }),
  refusals: ['not_allowed', 'not_found'],
  input: (call) => {
    const { org, include_inactive: all, format: named } = call.query;
    ownOrganisation(call, org);
    return { name: all ? ('all-users' as const) : ('active-users' as const), format: named };
  },
});
