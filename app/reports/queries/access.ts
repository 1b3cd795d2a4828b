import { sql, type Kysely } from 'kysely';
import { ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { reportAbout, reports, type ReportFilters, type ReportRequest } from '#app/reports/queries/names.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/**
 * The report as this person may have it, or the refusal: admins have all, authors document trails, everybody their own
 * Training Record, which is the default. Drops filters that the report does not have.
 */
export function permitted(viewer: Pick<Viewer, 'uid' | 'role'>, request: ReportRequest): Result<ReportRequest> {
  const { permission, needs } = reportAbout(request.name);
  const filters = narrowed(request);
  if (request.name === 'training-record') {
    filters.person ??= viewer.uid;
    if (filters.person === viewer.uid && roleMay(viewer.role, 'training.view_own')) return ok({ ...request, filters });
  }
  if (!roleMay(viewer.role, permission)) return refuse('not_allowed');
  if (needs && !filters[needs]) return refuse('not_found');
  return ok({ ...request, filters });
}

function narrowed({ name, filters }: ReportRequest): ReportFilters {
  const { needs, filters: known } = reports[name];
  const has = (filter: string) => filter === needs || known.some((one: string) => one === filter);
  return {
    gaps: has('gaps') && filters.gaps,
    ...(has('department') && filters.department ? { department: filters.department } : {}),
    ...(has('area') && filters.area ? { area: filters.area } : {}),
    ...(has('person') && filters.person ? { person: filters.person } : {}),
    ...(has('period') && filters.from ? { from: filters.from } : {}),
    ...(has('period') && filters.until ? { until: filters.until } : {}),
    ...(has('document') && filters.document ? { document: filters.document } : {}),
  };
}

/** Refuses what the organisation does not have, so that no link leads to nothing. */
export async function targetsExist(db: Kysely<Database>, { department, person, document }: ReportFilters) {
  const { rows } = await sql<{ known: boolean }>`
    select (${department ?? null}::uuid is null
      or exists (select from ${ownRows('read.department')} department where uid = ${department ?? null}))
       and (${person ?? null}::uuid is null or exists (select from ${ownRows('read.user_account')} user_account
         where uid = ${person ?? null}))
       and (${document ?? null}::uuid is null
         or exists (select from ${ownRows('read.audit')} audit
           where kind = 'document' and subject = ${document ?? null}))
       as known`.execute(db);
  return rows[0]?.known ? ok(undefined) : refuse('not_found');
}
