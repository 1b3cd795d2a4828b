import { z } from 'zod';
import { refuse, type Result } from '#events/failures.ts';
import { permitted } from '#app/reports/queries/access.ts';
import { reportFormat, reportRequest, type ReportRequest } from '#app/reports/queries/names.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { flag, listPage, type Page, text } from '#app/kit/screen/screen.ts';

/** The parameters of a report's address. */
export const reportParams = z.object({ report: z.string(), format: reportFormat.default('pdf') });

/** The search values of a report's address: its filters, its place in the ledger, and the pages that are shown. */
export const reportSearch = z.object({
  department: text,
  area: text,
  person: text,
  document: text,
  from: text,
  until: text,
  gaps: flag,
  position: text,
  at: text,
  mark: text,
  asof: text,
  page: listPage,
  across: listPage,
  /** The matrix by percent trained: its people, and its documents. */
  people: z.enum(['asc', 'desc']).optional().catch(undefined),
  documents: z.enum(['asc', 'desc']).optional().catch(undefined),
});
type ReportSearch = z.output<typeof reportSearch>;

/** The report that an address asks for, as this person may have it. */
export function readRequest(
  viewer: Viewer,
  { report: name, format }: z.output<typeof reportParams>,
  { position, at, mark, ...search }: ReportSearch,
): Result<ReportRequest> {
  const { department, area, person, document, gaps } = search;
  const [from, until] = [search.from || undefined, search.until || undefined];
  const filters = { department, area, person, document, from, until, gaps };
  const place = { position: position ?? null, ...(position && at ? { at } : {}) };
  const request = reportRequest.safeParse({ name, format, filters, ...place, mark: mark !== 'no' });
  return request.success ? permitted(viewer, request.data) : refuse('not_found');
}

/** The same for a page; throws the refusal as an error page. */
export function askedFor({ viewer, search }: Page<Viewer, unknown, ReportSearch>, report: string): ReportRequest {
  const asked = readRequest(viewer, { report, format: 'pdf' }, search);
  if (!asked.ok) throw errorPage(asked.failure);
  return asked.value;
}

/** The filters, the position and its moment as they stand in an address. */
export const filterQuery = ({
  filters,
  position,
  at,
}: Pick<ReportRequest, 'filters' | 'position' | 'at'>): Record<string, string | undefined> => ({
  department: filters.department,
  area: filters.area,
  person: filters.person,
  document: filters.document,
  from: filters.from,
  until: filters.until,
  gaps: filters.gaps ? 'yes' : undefined,
  position: position ?? undefined,
  at: at ?? undefined,
});
