import type { Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';

/**
 * Open approvals whose person is absent on a day of the organisation, each with the deputy, where the deputy could
 * sign: a holder of the step's function, no owner whom the step keeps out, in no other approval of the version. Without
 * a route there is no step. The rules are decided again at each signature.
 */
export const deputies = (db: Kysely<Database>, day: string) =>
  db
    .selectFrom('read.absence as s')
    .innerJoin('read.approval as a', 'a.user_uid', 's.user_uid')
    .innerJoin('read.document as d', (join) =>
      join.onRef('d.uid', '=', 'a.document_uid').onRef('d.version', '=', 'a.version'),
    )
    .leftJoin('read.version_step as t', (join) =>
      join
        .onRef('t.document_uid', '=', 'a.document_uid')
        .onRef('t.version', '=', 'a.version')
        .onRef('t.step', '=', 'a.step'),
    )
    .innerJoin('read.user_account as p', 'p.uid', 's.deputy_uid')
    .select(['a.uid as approval', 'a.user_uid as absent', 'a.user_name as name'])
    .select(['s.uid as absence', 's.deputy_uid as deputy', 's.until_day as until'])
    .where('s.ended_at', 'is', null)
    .where('s.from_day', '<=', day)
    .where('s.until_day', '>=', day)
    .where('a.status', '=', 'OPEN')
    .where('d.status', '=', 'IN_REVIEW')
    .where('p.status', '=', 'ACTIVE')
    .where('p.role', '<>', 'EMPLOYEE')
    .where((eb) =>
      eb.or([
        eb('t.step', 'is', null),
        eb('t.separation', '<>', 'strict'),
        eb('t.meaning', '=', 'reviewed'),
        eb('d.owner_uid', '<>', eb.ref('s.deputy_uid')),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('t.function_uid', 'is', null),
        eb.exists(
          eb
            .selectFrom('read.function_grant as g')
            .select('g.user_uid')
            .whereRef('g.user_uid', '=', 's.deputy_uid')
            .whereRef('g.function_uid', '=', 't.function_uid')
            .where('g.from_day', '<=', day)
            .where((of) => of.or([of('g.until_day', 'is', null), of('g.until_day', '>=', day)])),
        ),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('read.approval as b')
            .select('b.uid')
            .whereRef('b.document_uid', '=', 'a.document_uid')
            .whereRef('b.version', '=', 'a.version')
            .where('b.status', '<>', 'CANCELLED')
            .where((of) =>
              of.or([of('b.user_uid', '=', of.ref('s.deputy_uid')), of('b.signer_uid', '=', of.ref('s.deputy_uid'))]),
            )
            .where((of) =>
              of.or([of('t.step', 'is', null), of('t.same_person', '=', false), of('b.step', '=', of.ref('a.step'))]),
            ),
        ),
      ),
    );
