import { sql } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok } from '#events/failures.ts';
import { countWeekly, firstMoment, noWeeks, type Figure } from '#app/home/queries/weekly.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { query } from '#app/kit/query/query.ts';

/** What the whole organisation's documents and training are like, for those who list all documents. */
export interface OrganisationFigures {
  /** Versions in review. */
  inReview: Figure;
  /** `now`: versions in force since `since`; the weeks count those that came into force in each. */
  effective: Figure;
  /** Open training records past their due date, of people who are not deactivated. */
  overdue: Figure;
}

/** The figures of the organisation. `since`: the beginning of the month. */
export const organisationFigures = query({
  name: 'home.organisation_figures',
  input: z.object({ since: instant }),
  permission: 'document.list_all',
  cache: 'shared',
  async run({ since }, { db, now }) {
    const first = firstMoment(now);
    const weekly = await countWeekly(
      db,
      now,
      sql`
      select f."of", f.begins, f.ends from ${ownRows('read.document_version')} v
      cross join lateral (
        select 'inReview' as "of", v.submitted_at as begins, case when v.status <> 'IN_REVIEW'
                 then least(v.approved_at, v.rejected_at, v.withdrawn_at, v.retired_at) end as ends
          where not v.externally_effective
        union all
        select 'effective', v.effective_at, v.effective_at + interval '7 days'
          where v.status in ('EFFECTIVE', 'SUPERSEDED', 'RETIRED') and v.effective_at <= ${now}::timestamptz
        union all
        select 'since', v.effective_at, null
          where v.status = 'EFFECTIVE' and v.effective_at between ${since}::timestamptz and ${now}::timestamptz
      ) f
      where f.ends is null or f.ends >= ${first}::timestamptz
      union all
      select 'overdue', t.due_at, t.signed_at from (
        select user_uid, due_at, null::timestamptz as signed_at
          from ${ownRows('read.training_record')} training_record
          where status = 'OPEN' and due_at < ${now}::timestamptz
        union all
        select user_uid, due_at, signed_at
          from ${ownRows('read.training_record')} training_record
          where signed_at > due_at and signed_at >= ${first}::timestamptz
      ) t
      where t.user_uid not in (select uid from ${ownRows('read.user_account')} user_account where status = 'INACTIVE')`,
    );
    const of = (name: string) => weekly.get(name) ?? noWeeks();
    const figure = (name: string): Figure => ({ now: of(name).at(-1) ?? 0, weeks: of(name) });
    return ok<OrganisationFigures>({
      inReview: figure('inReview'),
      effective: { now: of('since').at(-1) ?? 0, weeks: of('effective') },
      overdue: figure('overdue'),
    });
  },
});

/**
 * The training of one person: `signed` counts since `since`, its weeks what was signed in each; `fresh` is what came in
 * the last seven days and is open.
 */
export interface OwnFigures {
  due: Figure;
  overdue: Figure;
  signed: Figure;
  fresh: Figure;
}

/** The figures of an employee. `since`: the beginning of the year. */
export const ownFigures = query({
  name: 'home.own_figures',
  input: z.object({ since: instant }),
  permission: 'training.view_own',
  cache: 'viewer',
  async run({ since }, { db, viewer, now }) {
    const weekly = await countWeekly(
      db,
      now,
      sql`
      select f."of", f.begins, f.ends from (
        select *, case when status = 'OPEN' then null else coalesce(signed_at, cancelled_at) end as ended_at,
               status = 'COMPLETED' and carried_from is null as is_signed
          from ${ownRows('read.training_record')} training_record where user_uid = ${viewer.uid}
      ) t
      cross join lateral (
        select 'due' as "of", t.assigned_at as begins, least(t.due_at, t.ended_at) as ends
          where t.assigned_at < t.due_at
        union all
        select 'overdue', greatest(t.due_at, t.assigned_at), t.ended_at
          where t.due_at < coalesce(t.ended_at, ${now}::timestamptz)
        union all
        select 'signed', t.signed_at, t.signed_at + interval '7 days' where t.is_signed
        union all
        select 'since', t.signed_at, null where t.is_signed and t.signed_at >= ${since}::timestamptz
        union all
        select 'fresh', t.assigned_at, least(t.assigned_at + interval '7 days', t.ended_at) where t.carried_from is null
      ) f`,
    );
    const of = (name: string) => weekly.get(name) ?? noWeeks();
    const figure = (name: string, counted = name): Figure => ({ now: of(counted).at(-1) ?? 0, weeks: of(name) });
    return ok<OwnFigures>({
      due: figure('due'),
      overdue: figure('overdue'),
      signed: figure('signed', 'since'),
      fresh: figure('fresh'),
    });
  },
});
