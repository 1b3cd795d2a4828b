import type { NoticeKind } from '#app/queries/reminder/subject.ts';

/** Tables of schema `app` that hold what people were told of. Times are ISO 8601 in UTC. */
export interface NoticeTables {
  'app.notice': NoticeTable;
}

interface NoticeTable {
  org_id: string;
  kind: NoticeKind;
  /** The uid of the training record, approval, document or person. */
  about: string;
  occasion: string;
  recipients: string[];
  noted_at: string;
}
