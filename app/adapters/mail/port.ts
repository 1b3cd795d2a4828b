import type { Instant } from '#events/time.ts';

/** A complete email. All texts are Unicode; the transport encodes them. */
export interface EmailMessage {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  html: string;
  text: string;
  /** `<left@right>`: the same for every try of the same email, so that a receiving server can drop a repeat. */
  messageId: string;
  date: Instant;
}

export interface Mailbox {
  name: string;
  address: string;
}

/** The receiving server permanently rejected the address or the message (RFC 5321: a reply 5yz), with its reply. */
export class RejectedEmail extends Error {
  readonly code = 'mail_rejected';
}

/** Milliseconds after which `send` has ended, whatever the other side does. */
export const longestSending = 15 * 60_000;

/** Sends emails: to a folder (`outbox.ts`) or by SMTP (`smtp.ts`). */
export interface MailTransport {
  /**
   * Resolves when the next server has accepted the email. Throws where it has not, and the job tries again; throws
   * `RejectedEmail` where no further try can succeed. After `stopping` the outcome is unknown.
   */
  send(message: EmailMessage, stopping?: AbortSignal): Promise<void>;
  /** Throws with the reason where nothing could be sent. */
  check(): Promise<unknown>;
  close(): Promise<void>;
}
