import { refuse, type Result } from '#events/failures.ts';
import { permitted } from '#app/queries/report/access.ts';
import { reportRequest, type ReportRequest } from '#app/queries/report/names.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { type Page } from '#app/server/screen/screen.ts';

const read = (url: URL, name: string): string | undefined => url.searchParams.get(name)?.trim() || undefined;

/** The report that an address asks for, as this person may have it. */
export function readAsked(
  { params, url, viewer }: Page,
  name: string | undefined = params.report,
): Result<ReportRequest> {
  const request = reportRequest.safeParse({
    name,
    format: params.format ?? 'pdf',
    filters: {
      department: read(url, 'department'),
      area: read(url, 'area'),
      person: read(url, 'person'),
      document: read(url, 'document'),
      gaps: url.searchParams.has('gaps'),
    },
    position: read(url, 'position') ?? null,
    mark: read(url, 'mark') !== 'no',
  });
  return request.success ? permitted(viewer, request.data) : refuse('not_found');
}

/** The same for a page; throws the refusal as an error page. */
export function askedFor(page: Page, name?: string): ReportRequest {
  const asked = readAsked(page, name);
  if (!asked.ok) throw errorPage(asked.failure);
  return asked.value;
}

/** The filters and the position as they stand in an address. */
export const filterQuery = ({
  filters,
  position,
}: Pick<ReportRequest, 'filters' | 'position'>): Record<string, string | undefined> => ({
  department: filters.department,
  area: filters.area,
  person: filters.person,
  document: filters.document,
  gaps: filters.gaps ? 'yes' : undefined,
  position: position ?? undefined,
});

/** A page number of an address, from 1. */
export const pageOf = (url: URL, name: string): number =>
  Math.min(100_000, Math.max(1, Number.parseInt(url.searchParams.get(name) ?? '1', 10) || 1));
