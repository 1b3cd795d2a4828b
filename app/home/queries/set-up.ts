import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { controlsOf, presetOf } from '#events/organisation/controls.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { query } from '#app/kit/query/query.ts';

interface Row {
  departments: string | null;
  areas: string | null;
  people: string | null;
  document: string | null;
  changed: string | null;
  preset: string;
  settings: OrganisationSettings;
  inForce: boolean;
  usableAreas: boolean;
  approvers: string;
  ofUnit: string;
}

/** What the first document waits for: without it the form would refuse to send the document. */
export type MissingForDocument = 'area' | 'approver' | 'quality';

/** When each step of a new organisation's set-up was first done; null while it is not. */
export const setUpSteps = query({
  name: 'home.set_up',
  input: z.object({}),
  permission: 'organisation.change_settings',
  cache: 'shared',
  async run(_, { db, org }) {
    // The first person is the admin who was registered with the organisation.
    const { rows } = await sql<Row>`
      select (select min(created_at) from ${ownRows('read.department')} d) as departments,
        (select min(created_at) from ${ownRows('read.functional_area')} a) as areas,
        (select created_at from ${ownRows('read.user_account')} u order by created_at offset 1 limit 1) as people,
        (select min(created_at) from ${ownRows('read.document')} d) as document,
        (select e.recorded_at from ${ownRows('read.audit_entry')} l
           join ${ownRows('ledger.event')} e on e.position = l.position
           where l.subject = ${org}::uuid and e.type = 'OrganisationSettingsChanged'
           order by l.position limit 1) as changed,
        o.created_at as preset, o.settings,
        exists (select from ${ownRows('read.document')} d where d.effective) as "inForce",
        exists (select from ${ownRows('read.functional_area')} a where a.retired_at is null) as "usableAreas",
        (select count(*) from ${ownRows('read.user_account')} u
           where u.status = 'ACTIVE' and u.role in ('ADMIN', 'AUTHOR', 'SUPER_ADMIN')) as approvers,
        (select count(*) from ${ownRows('read.function_grant')} g
           join ${ownRows('read.user_account')} u on u.uid = g.user_uid
           where u.status = 'ACTIVE' and u.role in ('ADMIN', 'AUTHOR', 'SUPER_ADMIN')
             and g.function_uid = (o.settings -> 'qualityUnit' ->> 'uid')::uuid
             and (g.until_day is null or g.until_day >= current_date::text)) as "ofUnit"
      from ${ownRows('read.organisation')} o`.execute(db);
    const { settings, inForce, usableAreas, approvers, ofUnit, ...row } = rows[0]!;
    const { departments, areas, people, document, changed, preset } = row;
    // The viewer is one of them, and with the separation of duties needs another one to sign.
    const needed = controlsOf(settings).separationOfDuties ? 2 : 1;
    const missing: MissingForDocument[] = [
      ...(usableAreas ? [] : (['area'] as const)),
      ...(Number(approvers) < needed ? (['approver'] as const) : []),
      ...(settings.qualityUnit && Number(ofUnit) === 0 ? (['quality'] as const) : []),
    ];
    return ok({
      missing,
      done: { departments, areas, people, document, settings: changed, preset },
      preset: presetOf(settings),
      /** Some version is in force: the organisation works already. */
      inForce,
    });
  },
});
