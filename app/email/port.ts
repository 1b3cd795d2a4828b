/** An e-mail, complete. Texts are Unicode; whoever sends it encodes. */
export interface MailMessage {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  html: string;
  text: string;
  /** `<left@right>`: the same for every try of the same e-mail, so that a receiving server can drop a repeat. */
  messageId: string;
  /** ISO 8601 in UTC. */
  date: string;
}

export interface Mailbox {
  name: string;
  address: string;
}

/** The receiving side refused the address or the message for good (RFC 5321: a reply 5yz). The message is in its words. */
export class RefusedForGood extends Error {}

/** Milliseconds: by then `send` has ended, whatever the other side does. */
export const longestSending = 15 * 60_000;

/** Hands e-mails on. Adapters: `outbox.ts` (a folder) and `smtp.ts`. */
export interface MailTransport {
  /**
   * Resolves when the next in line has taken responsibility for it; throws where it has not (the job tries again), `RefusedForGood` where
   * no further try can succeed. With `giveUp` it ends unsent, or without knowing.
   */
  send(message: MailMessage, giveUp?: AbortSignal): Promise<void>;
  /** Throws with the reason where nothing could be sent. */
  check(): Promise<unknown>;
  close(): Promise<void>;
}
