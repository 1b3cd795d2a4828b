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
}

/** When each step of a new organisation's set-up was first done, ISO 8601 in UTC; null while it is not. */
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
        exists (select from ${ownRows('read.document')} d where d.effective) as "inForce"
      from ${ownRows('read.organisation')} o`.execute(db);
    const { settings, inForce, ...row } = rows[0]!;
    const { departments, areas, people, document, changed, preset } = row;
    return ok({
      done: { departments, areas, people, document, settings: changed, preset },
      preset: presetOf(controlsOf(settings)),
      /** Some version is in force: the organisation works already. */
      inForce,
    });
  },
});
