import type { Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';

/** The open approvals (`a`) of steps (`t`) of documents in review (`d`), those of the step that ends first at first. */
export const openInSteps = (db: Kysely<Database>) =>
  db
    .selectFrom('read.approval as a')
    .innerJoin('read.document as d', (join) =>
      join.onRef('d.uid', '=', 'a.document_uid').onRef('d.version', '=', 'a.version'),
    )
    .innerJoin('read.version_step as t', (join) =>
      join
        .onRef('t.document_uid', '=', 'a.document_uid')
        .onRef('t.version', '=', 'a.version')
        .onRef('t.step', '=', 'a.step'),
    )
    .where('a.status', '=', 'OPEN')
    .where('d.status', '=', 'IN_REVIEW')
    .orderBy('t.due_at');
