import type { Instant } from '#events/time.ts';

/** Reminders, each in an email of its own. `app.notice` holds these names, so they do not change. */
export const reminderKinds = [
  'training-due',
  'training-overdue',
  'training-escalated',
  'approval-waiting',
  'absence-begun',
  'step-due',
  'step-overdue',
  'step-escalated',
  'review-due',
  'daily-digest',
  'weekly-digest',
] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** One thing that people are reminded of once. */
export interface ReminderSubject {
  /** The uid of the training record, approval, absence, document, notification or person. */
  about: string;
  /** The reminder key: due date, date of request or week. Another moment makes another reminder. */
  occasion: Instant;
  /** Uids; never empty. */
  recipients: string[];
}
