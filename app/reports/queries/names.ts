import { z } from 'zod';
import { fitsFunctionalArea } from '#events/organisation/functional-area.ts';
import type { Action } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';

interface About {
  title: string;
  /** One line under the title. */
  line: string;
  /** Permission for a report about anybody; one's own Training Record needs none. */
  permission: Action;
  /** The subject that the report requires. */
  needs: 'person' | 'department' | 'document' | null;
  /** Optional filters. */
  filters: readonly ('department' | 'area' | 'person' | 'gaps' | 'period')[];
}

/** Every report by its name in addresses. The titles are the specification's. */
export const reports = {
  'training-matrix': {
    title: 'Training Matrix',
    line: 'Every person against every effective document',
    permission: 'report.view',
    needs: null,
    filters: ['department', 'area', 'person', 'gaps'],
  },
  'organization-training': {
    title: 'Organization Training Report',
    line: 'Every training record, completed and open',
    permission: 'report.view',
    needs: null,
    filters: ['department', 'area', 'person', 'gaps'],
  },
  'outstanding-training': {
    title: 'Outstanding User Training Report',
    line: 'Open and overdue training by person',
    permission: 'report.view',
    needs: null,
    filters: ['department', 'area', 'person'],
  },
  'table-of-contents': {
    title: 'Table of Contents',
    line: 'All effective documents with version and effective date',
    permission: 'report.view',
    needs: null,
    filters: ['area'],
  },
  'separation-exceptions': {
    title: 'Separation of Duties Exceptions',
    line: 'Versions whose owner or final approver may be the only approver, with the reason',
    permission: 'report.view',
    needs: null,
    filters: ['area'],
  },
  'change-register': {
    title: 'Change Register',
    line: 'Every version sent for review: what changed, why, by whom, and the training asked for',
    permission: 'report.view',
    needs: null,
    filters: ['area', 'period'],
  },
  'change-requests': {
    title: 'Open Change Requests',
    line: 'Requests that wait for a decision or a version, by age',
    permission: 'report.view',
    needs: null,
    filters: ['area'],
  },
  'active-users': {
    title: 'Active User List',
    line: 'Active and invited users',
    permission: 'report.view',
    needs: null,
    filters: ['department'],
  },
  'all-users': {
    title: 'All User List',
    line: 'Everyone who has ever had an account',
    permission: 'report.view',
    needs: null,
    filters: ['department'],
  },
  'identity-gaps': {
    title: 'Missing Verification and Second Factors',
    line: 'Users whose identity is not verified, or who have no second factor',
    permission: 'report.view',
    needs: null,
    filters: ['department'],
  },
  'sign-ins': {
    title: 'Sign-ins by Method',
    line: 'How often each person signed in, by month and method',
    permission: 'report.view',
    needs: null,
    filters: ['department', 'person'],
  },
  'break-glass': {
    title: 'Break-glass Uses',
    line: 'Sign-ins of the local admin while single sign-on was in use',
    permission: 'report.view',
    needs: null,
    filters: [],
  },
  'signatures-by-assurance': {
    title: 'Signatures by Assurance',
    line: 'How often each person signed, by month and what was checked',
    permission: 'report.view',
    needs: null,
    filters: ['department', 'person'],
  },
  'approval-times': {
    title: 'Approval Times',
    line: 'How many days each approver took, by step and person',
    permission: 'report.view',
    needs: null,
    filters: ['department', 'area', 'person'],
  },
  'overdue-approvals': {
    title: 'Overdue Approvals',
    line: 'Open approvals whose step has taken longer than its days',
    permission: 'report.view',
    needs: null,
    filters: ['department', 'area', 'person'],
  },
  'deputy-signatures': {
    title: 'Signatures by Deputies',
    line: 'What deputies signed for absent approvers',
    permission: 'report.view',
    needs: null,
    filters: ['department', 'area', 'person'],
  },
  functions: {
    title: 'Functions',
    line: 'Who holds which function, from when until when',
    permission: 'report.view',
    needs: null,
    filters: [],
  },
  'training-record': {
    title: 'Training Record',
    line: 'One person’s training, completed and open',
    permission: 'training.view_any',
    needs: 'person',
    filters: ['area', 'gaps'],
  },
  'department-training': {
    title: 'Training Report',
    line: 'The training of one department’s members, completed and open',
    permission: 'report.view',
    needs: 'department',
    filters: ['area', 'gaps'],
  },
  'user-audit-log': {
    title: 'User Audit Log',
    line: 'Every event of and by one person',
    permission: 'audit.view_user',
    needs: 'person',
    filters: [],
  },
  'document-audit-trail': {
    title: 'Audit Trail',
    line: 'Every event of one document',
    permission: 'audit.view',
    needs: 'document',
    filters: [],
  },
} as const satisfies Record<string, About>;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]];

/** Reports that are tables of rows; the two others are ledger trails. */
export type TableReportName = Exclude<ReportName, 'user-audit-log' | 'document-audit-trail'>;
export const reportAbout = (name: ReportName): About => reports[name];

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
