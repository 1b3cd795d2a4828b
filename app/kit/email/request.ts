import { z } from 'zod';
import { uid } from '#events/common.ts';
import { reminderKinds } from '#app/kit/email/reminder-subject.ts';

/** Emails after an event. Queued jobs and `identity.mail_sent` hold these names, so they do not change. */
export const eventTemplates = [
  'invitation',
  'reactivation',
  'reset-code',
  'email-change-code',
  'email-change-requested',
  'email-change-cancelled',
  'email-changed',
  'email-changed-before',
  'password-changed',
  'second-factor',
  'account-locked',
  'break-glass-used',
  'service-account-suspended',
  'webhook-disabled',
  'approval-wanted',
  'approval-wanted-of-deputy',
  'approval-withdrawn',
  'absence-declared',
  'document-approved',
  'document-effective',
  'document-rejected',
  'ownership-transferred',
  'training-assigned',
  'training-reminded',
  'change-requested',
  'change-request-decided',
  'comment-made',
  'comment-answered',
  'import-checked',
] as const;

/** Of an email that is sent again after it was refused: the position of the event that asks for it. */
const again = z.string().regex(/^\d+$/).optional();

const eventEmail = z.object({
  org: uid,
  again,
  template: z.enum(eventTemplates),
  /** The recipient's uid. */
  to: uid,
  /** The event's position in the ledger, decimal text. */
  position: z.string().regex(/^\d+$/),
  /** For `training-assigned`: the recipient's training records of the event. */
  records: z.array(uid).min(1).optional(),
});

const reminderEmail = z.object({
  org: uid,
  again,
  template: z.enum(reminderKinds),
  to: uid,
  /** Identifies the email within the organisation. */
  reminder: uid,
  /** The training records, approvals, documents or person of the reminder. */
  about: z.array(uid).min(1),
});

/** The payload of an email's job. It holds no text and no code: both are made when the email is sent. */
export const emailRequest = z.union([eventEmail, reminderEmail]);
export type EmailRequest = z.infer<typeof emailRequest>;
export type EventEmailRequest = z.infer<typeof eventEmail>;
export type ReminderEmailRequest = z.infer<typeof reminderEmail>;
export type TemplateName = EmailRequest['template'];

/** What the email is about: the same where it is sent again. */
export const matterKey = (request: EmailRequest): string =>
  'reminder' in request ? `notice/${request.reminder}` : `${request.position}/${request.template}/${request.to}`;

/** The same for every try of the same email, and unique in its organisation. */
export const emailKey = (request: EmailRequest): string =>
  request.again === undefined ? matterKey(request) : `${matterKey(request)}/again/${request.again}`;
