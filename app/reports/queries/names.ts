import { z } from 'zod';
import { fitsFunctionalArea } from '#events/organisation/functional-area.ts';
import type { Action } from '#events/permissions.ts';
import type { Scope } from '#events/service-account/scopes.ts';
import type { Instant } from '#events/time.ts';

/** The cards of the page of reports, by their ids: beside the pictures as many as are as long as these. */
export const reportGroups = {
  'training-reports': { title: 'Training Reports', beside: true },
  'document-reports': { title: 'Document Reports', beside: true },
  'approval-reports': { title: 'Approval Reports', beside: false },
  'user-reports': { title: 'User Reports', beside: false },
  'signing-reports': { title: 'Sign-in and Signature Reports', beside: false },
} as const;

/** A call that answers a link to the report. */
interface ReportCall {
  path: `/api/${string}`;
  operation: string;
  scope: Scope;
  /** Follows "A link to". */
  title: string;
  description?: string;
}

interface About {
  title: string;
  /** One line under the title. */
  line: string;
  /** Permission for a report about anybody; one's own Training Record needs none. */
  permission: Action;
  /** The subject that the report requires. */
  needs: 'person' | 'department' | 'document' | null;
  /** Its cards; null: it is opened from the page of its subject. */
  group: keyof typeof reportGroups | null;
  /** Optional filters. */
  filters: readonly ('department' | 'area' | 'person' | 'gaps' | 'period')[];
  /** Over the names of its groups of rows; the people of a report of training records unless given. */
  groupHead?: string;
  /** null: its call is declared by itself. */
  call: ReportCall | null;
}

/** Every report by its name in addresses, in the order of the page. The titles are the specification's. */
export const reports = {
  'training-matrix': {
    title: 'Training Matrix',
    line: 'Every person against every effective document',
    permission: 'report.view',
    needs: null,
    group: 'training-reports',
    filters: ['department', 'area', 'person', 'gaps'],
    call: {
      path: '/api/orgs/{orgUid}/trainingmatrix',
      operation: 'reportTrainingMatrix',
      scope: 'reports:read',
      title: 'the Training Matrix',
    },
  },
  'organization-training': {
    title: 'Organization Training Report',
    line: 'Every training record, completed and open',
    permission: 'report.view',
    needs: null,
    group: 'training-reports',
    filters: ['department', 'area', 'person', 'gaps'],
    call: {
      path: '/api/orgs/{orgUid}/training',
      operation: 'reportOrganisationTraining',
      scope: 'reports:read',
      title: 'the Organization Training Report',
    },
  },
  'outstanding-training': {
    title: 'Outstanding User Training Report',
    line: 'Open and overdue training by person',
    permission: 'report.view',
    needs: null,
    group: 'training-reports',
    filters: ['department', 'area', 'person'],
    call: {
      path: '/api/orgs/{orgUid}/outstandingtraining',
      operation: 'reportOutstandingTraining',
      scope: 'reports:read',
      title: 'the Outstanding User Training Report',
    },
  },
  'table-of-contents': {
    title: 'Table of Contents',
    line: 'All effective documents with version and effective date',
    permission: 'report.view',
    needs: null,
    group: 'document-reports',
    filters: ['area'],
    groupHead: 'Functional area',
    call: {
      path: '/api/orgs/{orgUid}/tableofcontents',
      operation: 'reportTableOfContents',
      scope: 'reports:read',
      title: 'the Table of Contents',
    },
  },
  'change-register': {
    title: 'Change Register',
    line: 'Every version sent for review: what changed, why, by whom, and the training asked for',
    permission: 'report.view',
    needs: null,
    group: 'document-reports',
    filters: ['area', 'period'],
    call: {
      path: '/api/orgs/{orgUid}/changeregister',
      operation: 'reportChangeRegister',
      scope: 'reports:read',
      title: 'the Change Register',
      description: 'For admins. The versions that were sent for review on these days, or ever.',
    },
  },
  'change-requests': {
    title: 'Open Change Requests',
    line: 'Requests that wait for a decision or a version, by age',
    permission: 'report.view',
    needs: null,
    group: 'document-reports',
    filters: ['area'],
    call: {
      path: '/api/orgs/{orgUid}/changerequests',
      operation: 'reportChangeRequests',
      scope: 'reports:read',
      title: 'the report of open change requests',
    },
  },
  'separation-exceptions': {
    title: 'Separation of Duties Exceptions',
    line: 'Versions whose owner or final approver may be the only approver, with the reason',
    permission: 'report.view',
    needs: null,
    group: 'document-reports',
    filters: ['area'],
    call: {
      path: '/api/orgs/{orgUid}/exceptions',
      operation: 'reportSeparationExceptions',
      scope: 'reports:read',
      title: 'the report of exceptions from the separation of duties',
    },
  },
  'approval-times': {
    title: 'Approval Times',
    line: 'How many days each approver took, by step and person',
    permission: 'report.view',
    needs: null,
    group: 'approval-reports',
    filters: ['department', 'area', 'person'],
    call: {
      path: '/api/orgs/{orgUid}/approvaltimes',
      operation: 'reportApprovalTimes',
      scope: 'reports:read',
      title: 'the report of how many days each approver took',
    },
  },
  'overdue-approvals': {
    title: 'Overdue Approvals',
    line: 'Open approvals whose step has taken longer than its days',
    permission: 'report.view',
    needs: null,
    group: 'approval-reports',
    filters: ['department', 'area', 'person'],
    call: {
      path: '/api/orgs/{orgUid}/overdueapprovals',
      operation: 'reportOverdueApprovals',
      scope: 'reports:read',
      title: 'the report of overdue approvals',
    },
  },
  'deputy-signatures': {
    title: 'Signatures by Deputies',
    line: 'What deputies signed for absent approvers',
    permission: 'report.view',
    needs: null,
    group: 'approval-reports',
    filters: ['department', 'area', 'person'],
    call: {
      path: '/api/orgs/{orgUid}/deputysignatures',
      operation: 'reportDeputySignatures',
      scope: 'reports:read',
      title: 'the report of what deputies signed',
    },
  },
  'active-users': {
    title: 'Active User List',
    line: 'Active and invited users',
    permission: 'report.view',
    needs: null,
    group: 'user-reports',
    filters: ['department'],
    call: null,
  },
  'all-users': {
    title: 'All User List',
    line: 'Everyone who has ever had an account',
    permission: 'report.view',
    needs: null,
    group: 'user-reports',
    filters: ['department'],
    call: null,
  },
  functions: {
    title: 'Functions',
    line: 'Who holds which function, from when until when',
    permission: 'report.view',
    needs: null,
    group: 'user-reports',
    filters: [],
    call: {
      path: '/api/orgs/{orgUid}/functions',
      operation: 'reportFunctions',
      scope: 'reports:read',
      title: 'the report of who holds which function',
    },
  },
  'identity-gaps': {
    title: 'Missing Verification and Second Factors',
    line: 'Users whose identity is not verified, or who have no second factor',
    permission: 'report.view',
    needs: null,
    group: 'signing-reports',
    filters: ['department'],
    call: {
      path: '/api/orgs/{orgUid}/identitygaps',
      operation: 'reportIdentityGaps',
      scope: 'reports:read',
      title: 'the report of people without a verified identity or a second factor',
    },
  },
  'sign-ins': {
    title: 'Sign-ins by Method',
    line: 'How often each person signed in, by month and method',
    permission: 'report.view',
    needs: null,
    group: 'signing-reports',
    filters: ['department', 'person'],
    groupHead: 'Month',
    call: {
      path: '/api/orgs/{orgUid}/signins',
      operation: 'reportSignIns',
      scope: 'reports:read',
      title: 'the report of sign-ins by method',
    },
  },
  'break-glass': {
    title: 'Break-glass Uses',
    line: 'Sign-ins of the local admin while single sign-on was in use',
    permission: 'report.view',
    needs: null,
    group: 'signing-reports',
    filters: [],
    call: {
      path: '/api/orgs/{orgUid}/breakglass',
      operation: 'reportBreakGlassUses',
      scope: 'reports:read',
      title: 'the report of break-glass uses',
    },
  },
  'signatures-by-assurance': {
    title: 'Signatures by Assurance',
    line: 'How often each person signed, by month and what was checked',
    permission: 'report.view',
    needs: null,
    group: 'signing-reports',
    filters: ['department', 'person'],
    groupHead: 'Month',
    call: {
      path: '/api/orgs/{orgUid}/signatures',
      operation: 'reportSignaturesByAssurance',
      scope: 'reports:read',
      title: 'the report of signatures by assurance',
    },
  },
  'training-record': {
    title: 'Training Record',
    line: 'One person’s training, completed and open',
    permission: 'training.view_any',
    needs: 'person',
    group: null,
    filters: ['area', 'gaps'],
    call: {
      path: '/api/users/{uid}/trainingrecord',
      operation: 'reportTrainingRecord',
      scope: 'reports:read',
      title: "a person's Training Record",
      description: "Your own, or anybody's for admins.",
    },
  },
  'department-training': {
    title: 'Training Report',
    line: 'The training of one department’s members, completed and open',
    permission: 'report.view',
    needs: 'department',
    group: null,
    filters: ['area', 'gaps'],
    call: {
      path: '/api/depts/{uid}/training',
      operation: 'reportDepartmentTraining',
      scope: 'reports:read',
      title: "a department's training report",
    },
  },
  'user-audit-log': {
    title: 'User Audit Log',
    line: 'Every event of and by one person',
    permission: 'audit.view_user',
    needs: 'person',
    group: null,
    filters: [],
    call: {
      path: '/api/users/{uid}/auditlog',
      operation: 'reportAuditLog',
      scope: 'audit:read',
      title: "a person's audit log",
    },
  },
  'document-audit-trail': {
    title: 'Audit Trail',
    line: 'Every event of one document',
    permission: 'audit.view',
    needs: 'document',
    group: null,
    filters: [],
    call: null,
  },
} as const satisfies Record<string, About>;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]];

/** Reports that are tables of rows; the two others are ledger trails. */
export type TableReportName = Exclude<ReportName, 'user-audit-log' | 'document-audit-trail'>;
export const reportAbout = (name: ReportName): About => reports[name];

/** The reports that have a call. */
export type LinkedReport = About & { name: ReportName; call: ReportCall };
export const linkedReports: readonly LinkedReport[] = reportNames.flatMap((name) => {
  const { call, ...about } = reportAbout(name);
  return call ? [{ ...about, name, call }] : [];
});

/** The filters of a report. Uids of a department, a person, a document; the name of a functional area. */
export const reportFilters = z.object({
  department: z.uuid().optional(),
  area: z.string().trim().min(1).refine(fitsFunctionalArea).optional(),
  person: z.uuid().optional(),
  document: z.uuid().optional(),
  /** Days of the organisation, both included. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
  /** Only what is not signed yet. */
  gaps: z.boolean().default(false),
});
export type ReportFilters = z.infer<typeof reportFilters>;

export const reportFormat = z.enum(['pdf', 'csv']);

/** One report with its filters. */
export const reportRequest = z.object({
  name: z.enum(reportNames),
  format: reportFormat,
  filters: reportFilters.default({ gaps: false }),
  /** As of this ledger position (decimal text); null: the latest. */
  position: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .nullable()
    .default(null),
  /** When due and overdue are judged. Missing: now; with an earlier position, when it was recorded. */
  at: z.iso.datetime().optional(),
  /** Whether a CSV begins with the byte order mark that Excel needs to read UTF-8. */
  mark: z.boolean().default(true),
});
export type ReportRequest = z.infer<typeof reportRequest>;
export type TableRequest = ReportRequest & { name: TableReportName };

/** The beginning of the minute of `now`: one moment for everything that is asked for within it. */
export const minuteOf = (now: Instant): Instant => `${now.slice(0, 16)}:00.000Z`;

/** The request with its moment: that of the request, unless it names the past. */
export const atItsMoment = <R extends Pick<ReportRequest, 'position' | 'at'>>(request: R, now: Instant): R => {
  const { position, at } = request;
  const isPast = at ? at <= now : position !== null;
  return isPast ? request : { ...request, at: minuteOf(now) };
};

export const isTrailRequest = (
  request: ReportRequest,
): request is ReportRequest & { name: 'user-audit-log' | 'document-audit-trail' } =>
  request.name === 'user-audit-log' || request.name === 'document-audit-trail';
