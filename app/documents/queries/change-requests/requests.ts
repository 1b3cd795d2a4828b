import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { DocumentType, StoredFile } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import type { Urgency } from '#events/request/kinds.ts';
import { requestStatuses, type RequestStatus } from '#events/request/request.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { mayReadDocument } from '#app/documents/queries/may-read.ts';
import { pageNumber, rowsOf } from '#app/kit/query/paging.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';

/** A change request with its document. */
export interface RequestLine {
  uid: string;
  document: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  name: string;
  owner: string;
  ownerUid: string;
  version: string;
  /** The version in force now, if there is one. */
  effectiveVersion: string | null;
  page: number | null;
  words: string | null;
  text: string;
  attachment: StoredFile | null;
  urgency: Urgency;
  authorUid: string;
  author: string;
  requestedAt: Instant;
  status: RequestStatus;
  decidedAt: Instant | null;
  decidedBy: string | null;
  reason: string | null;
  carriedOutVersion: string | null;
  carriedOutAt: Instant | null;
}

const selectRequests = (db: Kysely<Database>) =>
  db
    .selectFrom('read.change_request as r')
    .innerJoin('read.document as d', 'd.uid', 'r.document_uid')
    .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
    .select(['r.uid', 'd.uid as document', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum'])
    .select(['d.name', 'o.full_name as owner', 'o.uid as ownerUid', 'r.version'])
    .select(['d.effective_version as effectiveVersion', 'r.page', 'r.words', 'r.text', 'r.attachment', 'r.urgency'])
    .select(['r.author_uid as authorUid', 'r.author_name as author', 'r.requested_at as requestedAt', 'r.status'])
    .select(['r.decided_at as decidedAt', 'r.decided_by_name as decidedBy', 'r.reason'])
    .select(['r.carried_out_version as carriedOutVersion', 'r.carried_out_at as carriedOutAt']);

/** The most urgent first, then the oldest. */
const inOrder = sql`case r.urgency when 'urgent' then 0 when 'normal' then 1 else 2 end`;

const newestFirst = 200;

/** The change requests of a document that the person may read, the newest first. `status`: those with it alone. */
export const requestsOfDocument = query({
  name: 'change_request.of_document',
  input: z.object({ document: sentUid(), status: z.enum(requestStatuses).optional() }),
  permission: 'change.request',
  async run({ document, status }, { db, viewer }) {
    if (!(await mayReadDocument(db, document, viewer))) return refuse('not_found');
    const rows = selectRequests(db)
      .where('r.document_uid', '=', document)
      .$if(status !== undefined, (some) => some.where('r.status', '=', status!));
    return ok<RequestLine[]>(
      await rows.orderBy('r.requested_at', 'desc').orderBy('r.uid').limit(newestFirst).execute(),
    );
  },
});

/** What was asked in requests that a version of the document names, for those who may read the document. */
export const requestTexts = query({
  name: 'change_request.texts',
  input: z.object({ document: sentUid(), requests: z.array(sentUid()) }),
  permission: 'change.request',
  async run({ document, requests }, { db, viewer }) {
    if (requests.length === 0 || !(await mayReadDocument(db, document, viewer))) return ok([]);
    const rows = db.selectFrom('read.change_request').select(['uid', 'text']).where('document_uid', '=', document);
    return ok(await rows.where('uid', 'in', requests).execute());
  },
});

/** One request, for its author and everybody who may read its document. `decides`: the viewer may decide it. */
export const getRequest = query({
  name: 'change_request.get',
  input: z.object({ request: sentUid() }),
  permission: 'change.request',
  async run({ request }, { db, viewer }) {
    const found: RequestLine | undefined = await selectRequests(db).where('r.uid', '=', request).executeTakeFirst();
    if (
      !found ||
      !(
        [viewer.uid, viewer.serviceAccount?.uid].includes(found.authorUid) ||
        (await mayReadDocument(db, found.document, viewer))
      )
    )
      return refuse('not_found');
    const manages =
      roleMay(viewer.role, 'document.manage_any') ||
      (found.ownerUid === viewer.uid && roleMay(viewer.role, 'document.manage_own'));
    const decides = manages && (found.status === 'OPEN' || found.status === 'ACCEPTED');
    return ok({ ...found, decides, streamVersion: await readStreamVersion(db, streams.request(request)) });
  },
});

export const requestViews = ['waiting', 'accepted', 'all'] as const;
const pageSize = 50;

/** The requests of the viewer's own documents; an admin's of all. `waiting`: nobody has decided them. */
export const listRequests = query({
  name: 'change_request.list',
  input: z.object({
    show: z.enum(requestViews).default('waiting'),
    own: z.boolean().default(false),
    page: pageNumber.default(1),
  }),
  permission: 'change.list_requests',
  async run({ show, own, page }, { db, viewer }) {
    const mine = own || !roleMay(viewer.role, 'document.manage_any');
    const matching = selectRequests(db)
      .$if(mine, (rows) => rows.where('d.owner_uid', '=', viewer.uid))
      .$if(show === 'waiting', (rows) => rows.where('r.status', '=', 'OPEN'))
      .$if(show === 'accepted', (rows) => rows.where('r.status', '=', 'ACCEPTED'));
    const { total } = await db
      .selectFrom(matching.as('m'))
      .select(sql<number>`count(*)::integer`.as('total'))
      .executeTakeFirstOrThrow();
    const { offset, ...at } = rowsOf(page, total, pageSize);
    const rows = await matching
      .$if(show === 'all', (all) => all.orderBy('r.requested_at', 'desc'))
      .$if(show !== 'all', (some) => some.orderBy(inOrder).orderBy('r.requested_at'))
      .orderBy('r.uid')
      .limit(at.size)
      .offset(offset)
      .execute();
    return ok({ requests: rows as RequestLine[], total, ...at });
  },
});
