import { countBreakGlass, streamBreakGlass } from '#app/reports/queries/break-glass.ts';
import { countOpenRequests, streamOpenRequests } from '#app/reports/queries/change-requests.ts';
import { countChanges, streamChanges } from '#app/reports/queries/changes.ts';
import { countEffective, streamEffective } from '#app/reports/queries/documents.ts';
import { countExceptions, streamExceptions } from '#app/reports/queries/exceptions.ts';
import { countFunctionHolders, streamFunctionHolders } from '#app/reports/queries/functions.ts';
import { countIdentityGaps, streamIdentityGaps } from '#app/reports/queries/identity-gaps.ts';
import { countMethods, streamMethods, type Counted } from '#app/reports/queries/methods.ts';
import type { ReportFilters, TableReportName } from '#app/reports/queries/names.ts';
import { countPeople, streamPeople } from '#app/reports/queries/people.ts';
import type { Part, Source } from '#app/reports/queries/source.ts';
import { countApprovals, streamApprovals, type ApprovalReport } from '#app/reports/queries/step-approvals.ts';
import { approvalsReport } from '#app/reports/definitions/approval-reports.ts';
import { changeRequestsReport } from '#app/reports/definitions/change-requests-report.ts';
import { changesReport } from '#app/reports/definitions/changes-report.ts';
import { documentsReport } from '#app/reports/definitions/documents-report.ts';
import { exceptionsReport } from '#app/reports/definitions/exceptions-report.ts';
import { functionsReport } from '#app/reports/definitions/functions-report.ts';
import { breakGlassReport, identityGapsReport, methodsReport } from '#app/reports/definitions/identity-reports.ts';
import { peopleReport } from '#app/reports/definitions/people-report.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';

/** A report that is a list: its rows counted and read, and what they look like. */
interface List<R> {
  count: (source: Source, filters: ReportFilters) => Promise<number>;
  rows: (source: Source, filters: ReportFilters, part?: Part) => AsyncIterable<R>;
  report: (rows: AsyncIterable<R>, how: { zone: string; alphabet: readonly string[] }) => TableReport<R>;
}

const list = <R>(count: List<R>['count'], rows: List<R>['rows'], report: List<R>['report']): List<unknown> =>
  ({ count, rows, report }) as List<unknown>;

const approvals = (name: ApprovalReport): List<unknown> =>
  list(
    (source, filters) => countApprovals(source, name, filters),
    (source, filters, part) => streamApprovals(source, name, filters, part),
    (rows, how) => approvalsReport(rows, { ...how, report: name }),
  );

const methods = (counted: Counted): List<unknown> =>
  list(
    (source, filters) => countMethods(source, counted, filters),
    (source, filters, part) => streamMethods(source, counted, filters, part),
    (rows, how) => methodsReport(rows, { ...how, counted }),
  );

const people = (everybody: boolean): List<unknown> =>
  list(
    (source, filters) => countPeople(source, { ...filters, everybody }),
    (source, filters, part) => streamPeople(source, { ...filters, everybody }, part),
    (rows, how) => peopleReport(rows, { ...how, everybody }),
  );

/** Not a list: the matrix, and the reports of training records, whose counts also place their parts. */
type OtherReport =
  | 'training-matrix'
  | 'organization-training'
  | 'outstanding-training'
  | 'training-record'
  | 'department-training';

const lists: Record<Exclude<TableReportName, OtherReport>, List<unknown>> = {
  'table-of-contents': list(countEffective, streamEffective, documentsReport),
  'separation-exceptions': list(countExceptions, streamExceptions, exceptionsReport),
  'change-register': list(countChanges, streamChanges, changesReport),
  'change-requests': list(countOpenRequests, streamOpenRequests, changeRequestsReport),
  'active-users': people(false),
  'all-users': people(true),
  'identity-gaps': list(countIdentityGaps, streamIdentityGaps, identityGapsReport),
  'sign-ins': methods('sign-ins'),
  'break-glass': list(countBreakGlass, (source, _, part) => streamBreakGlass(source, part), breakGlassReport),
  'signatures-by-assurance': methods('signatures-by-assurance'),
  'approval-times': approvals('approval-times'),
  'overdue-approvals': approvals('overdue-approvals'),
  'deputy-signatures': approvals('deputy-signatures'),
  functions: list(countFunctionHolders, (source, _, part) => streamFunctionHolders(source, part), functionsReport),
};

/** Undefined for a report that is not a list. */
export const listOf = (name: TableReportName): List<unknown> | undefined =>
  (lists as Partial<Record<TableReportName, List<unknown>>>)[name];
