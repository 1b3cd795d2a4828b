import type { SendMailOptions } from 'nodemailer';
import type { MailMessage } from './port.ts';

/** The message as nodemailer takes it: both parts, nothing read from files or the network. */
export const mimeOf = (message: MailMessage): SendMailOptions => ({
  from: message.from,
  to: message.to,
  subject: message.subject,
  html: message.html,
  text: message.text,
  messageId: message.messageId,
  date: new Date(message.date),
  headers: {
    'Content-Language': 'en-GB',
    // RFC 3834: no holiday notes in return.
    'Auto-Submitted': 'auto-generated',
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});
