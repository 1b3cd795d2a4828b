import type { ReminderKind } from '#app/queries/reminder/subject.ts';

/** Tables of schema `app` for reminders. Times are ISO 8601 in UTC. */
export interface ReminderTables {
  'app.notice': {
    org_id: string;
    kind: ReminderKind;
    /** The uid of the training record, approval, document or person. */
    about: string;
    /** The reminder key. */
    occasion: string;
    recipients: string[];
    noted_at: string;
  };
}
