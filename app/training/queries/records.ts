import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import { namedColumns } from '#app/kit/query/signature.ts';

/** Training records `t` with the names of their versions: of a document `d` and its version `v`. */
export const trainingRecords = (db: Kysely<Database>) =>
  db
    .selectFrom('read.training_record as t')
    .innerJoin('read.document as d', 'd.uid', 't.document_uid')
    .innerJoin('read.document_version as v', (join) =>
      join.onRef('v.document_uid', '=', 't.document_uid').onRef('v.version', '=', 't.version'),
    )
    .select(namedColumns);

/** Open training is listed by the day that it is due, then by the effective date. */
export const dueDay = sql`date_trunc('day', t.due_at at time zone 'UTC')`;
