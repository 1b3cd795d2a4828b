import type { SendMailOptions } from 'nodemailer';
import type { EmailMessage } from './port.ts';

/** The message for nodemailer, with both parts; nothing is read from files or the network. */
export const toMailOptions = ({ from, to, subject, html, text, messageId, date }: EmailMessage): SendMailOptions => ({
  from,
  to,
  subject,
  html,
  text,
  messageId,
  date: new Date(date),
  // RFC 3834: Auto-Submitted asks for no automatic replies.
  headers: { 'Content-Language': 'en-GB', 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
