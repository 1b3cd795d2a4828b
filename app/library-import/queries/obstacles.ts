import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import type { DocumentType } from '#events/document/events.ts';

/** A document of a running import whose title or number another document took after the approval. */
export interface Obstacle {
  /** The document of the import. */
  name: string;
  type: DocumentType;
  docNum: string;
  taken: 'title' | 'number';
  /** The document that has it. */
  by: { uid: string; name: string; type: DocumentType; docNum: string; functionalArea: string };
}

/** What keeps a running import from being completed: what it recorded would take a title or a number that is taken. */
export async function readObstacles(db: Kysely<Database>, importUid: string): Promise<Obstacle[]> {
  const { rows } = await sql<Obstacle>`
    select o.name, o.type, o.doc_num as "docNum", o.taken,
           json_build_object('uid', d.uid, 'name', d.name, 'type', d.type, 'docNum', d.doc_num,
                             'functionalArea', d.functional_area) as by
    from (
      select s.row ->> 'name' as name, s.row ->> 'type' as type, s.row ->> 'doc_num' as doc_num, t.taken
      from ${ownRows('read.staged_row')} s, (values ('title'), ('number')) t (taken)
      where s.import_uid = ${importUid} and s.table_name = 'document'
    ) o
    join ${ownRows('read.document')} d on case o.taken when 'title' then d.name_key = read.name_key(o.name)
                                         else d.type = o.type and d.doc_num = o.doc_num end
    order by o.type, o.doc_num, o.taken desc`.execute(db);
  return rows;
}
