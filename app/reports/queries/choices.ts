import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { query } from '#app/kit/query/query.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** With more people than this, no list of people is offered. */
const mostPeople = 500;

/** The filters of reports: departments, functional areas, and the people of the chosen department by name. */
export const reportChoices = query({
  name: 'report.choices',
  input: z.object({ department: z.uuid().optional() }),
  permission: 'report.view',
  async run({ department }, { db }) {
    const departments = await db
      .selectFrom('read.department')
      .select(['uid', 'name'])
      .orderBy(inOrder('name_folded'))
      .orderBy('uid')
      .execute();
    const areas = await db.selectFrom('read.functional_area').select('name').orderBy('name').execute();
    const people = await db
      .selectFrom('read.user_account as u')
      .select(['u.uid', nameApart('u').as('name')])
      .where('u.status', '<>', 'INACTIVE')
      .$if(department !== undefined, (rows) =>
        rows.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('read.user_department as m')
              .select('m.user_uid')
              .whereRef('m.user_uid', '=', 'u.uid')
              .where('m.department_uid', '=', department ?? ''),
          ),
        ),
      )
      .orderBy('u.full_name_folded')
      .orderBy('u.uid')
      .limit(mostPeople)
      .execute();
    return ok({ departments, areas: areas.map(({ name }) => name), people });
  },
});
