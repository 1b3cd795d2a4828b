import { sql } from 'kysely';
import { z } from 'zod';
import type { DocumentType } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { mayReadDocument } from '#app/documents/queries/may-read.ts';
import { nobodyAssigned, trainingCounts } from '#app/documents/queries/training-rate.ts';
import { query } from '#app/kit/query/query.ts';
import type { DocumentStatus } from '#projections/statuses.ts';

/** A document that the source of an import related to another. */
export interface RelatedDocument {
  uid: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  /** Title and status: of the version in force, else of the working version. */
  name: string;
  status: DocumentStatus;
  /** Labels a scheduled version. */
  labelRate: number;
  relation: string;
  /** The other document has the relation to this one. */
  isOther: boolean;
  /** The system that claims it. */
  source: string;
}

/** The documents related to a document, in both directions. Employees see those with a version in force. */
export const listRelated = query({
  name: 'document.related',
  input: z.object({ document: sentUid() }),
  permission: 'document.view_effective',
  cache: 'viewer',
  async run({ document: uid }, { db, viewer }) {
    if (!(await mayReadDocument(db, uid, viewer))) return refuse('not_found');
    const found = await db
      .selectFrom('read.document_relation as r')
      .innerJoin('read.library_import as i', 'i.uid', 'r.import_uid')
      .innerJoin('read.document as d', (join) =>
        join.on('d.uid', '=', sql<string>`case r.document_uid when ${uid} then r.related_uid else r.document_uid end`),
      )
      .leftJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'd.uid').onRef('v.version', '=', 'd.effective_version'),
      )
      .select([
        'd.uid',
        'd.type',
        'd.functional_area as functionalArea',
        'd.doc_num as docNum',
        'r.relation',
        'i.source',
      ])
      .select([
        sql<string>`coalesce(v.name, d.name)`.as('name'),
        sql<DocumentStatus>`case when v.name is null then d.status else 'EFFECTIVE' end`.as('status'),
        sql<boolean>`r.related_uid = ${uid}`.as('isOther'),
      ])
      .where((eb) => eb.or([eb('r.document_uid', '=', uid), eb('r.related_uid', '=', uid)]))
      .$if(!roleMay(viewer.role, 'document.view_working'), (rows) => rows.where('v.name', 'is not', null))
      .orderBy('d.type')
      .orderBy('d.functional_area')
      .orderBy('d.doc_num')
      .orderBy('r.relation')
      .execute();
    const scheduled = found.filter(({ status }) => status === 'PENDING').map((one) => one.uid);
    const counts = await trainingCounts(db, scheduled);
    const related = found.map((one) => ({ ...one, labelRate: (counts.get(one.uid) ?? nobodyAssigned).labelRate }));
    return ok<RelatedDocument[]>(related);
  },
});
