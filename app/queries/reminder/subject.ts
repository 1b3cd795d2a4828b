/** What the clock writes to people about, each in a letter of its own. */
export const noticeKinds = [
  'training-due',
  'training-overdue',
  'training-escalated',
  'approval-waiting',
  'review-due',
  'weekly-digest',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** One thing that somebody is told of once: what it is about, the moment that it turns on, and to whom it goes. */
export interface Matter {
  /** The uid of the training record, approval, document or person. */
  about: string;
  /** The due date, the day on which the approval was asked for, the week: ISO 8601 in UTC. Where it moves, the matter is another one. */
  occasion: string;
  /** Uids; never empty. */
  recipients: string[];
}
