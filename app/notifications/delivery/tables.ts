import type { ColumnType, Generated } from 'kysely';
import type { EmailDelivery } from '#app/notifications/preferences/email-delivery.ts';
import type { ReminderKind } from '#app/kit/email/reminder-subject.ts';

/** Tables of schema `app` for reminders and notifications. Times are ISO 8601 in UTC. */
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
  'app.notification': {
    org_id: string;
    uid: string;
    user_uid: string;
    /** Counts up; decimal text. */
    number: ColumnType<string, never, never>;
    key: string;
    template: string;
    subject: string;
    preview: string;
    /** Where it leads, within the product. */
    path: string | null;
    noted_at: string;
    delivery: EmailDelivery;
  };
  'app.notification_choice': {
    org_id: string;
    user_uid: string;
    emails: Generated<EmailDelivery>;
    /** Up to which number the list was read; decimal text. */
    read_number: Generated<string>;
  };
}
