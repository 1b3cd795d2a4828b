import type { PageArea } from '#events/document/comment-events.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { Urgency } from '#events/request/kinds.ts';
import type { RequestStatus } from '#events/request/request.ts';
import type { Moment, MomentOrNull, Org } from '../columns.ts';

/** A change of a document that a reader asked for. */
export interface ChangeRequestTable {
  org_id: Org;
  uid: string;
  document_uid: string;
  /** The version that it is about. */
  version: string;
  /** Null for the whole document. */
  page: number | null;
  words: string | null;
  text: string;
  attachment: StoredFile | null;
  urgency: Urgency;
  author_uid: string;
  /** As it was at that time, as the other names. */
  author_name: string;
  requested_at: Moment;
  status: RequestStatus;
  decided_at: MomentOrNull;
  decided_by_name: string | null;
  /** Why it was declined, or what was said with the acceptance. */
  reason: string | null;
  carried_out_version: string | null;
  carried_out_at: MomentOrNull;
}

/** A comment to a version in its review. */
export interface ReviewCommentTable {
  org_id: Org;
  uid: string;
  document_uid: string;
  version: string;
  page: number;
  /** A rectangle on the page. */
  area: PageArea | null;
  words: string | null;
  text: string;
  must_fix: boolean;
  author_uid: string;
  author_name: string;
  made_at: Moment;
  resolved_at: MomentOrNull;
  resolved_by_name: string | null;
  how: string | null;
}

export interface CommentAnswerTable {
  org_id: Org;
  uid: string;
  comment_uid: string;
  text: string;
  author_uid: string;
  author_name: string;
  answered_at: Moment;
}
