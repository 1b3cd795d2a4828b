import { createTransport } from 'nodemailer';
import { toMailOptions } from './mime.ts';
import { longestSending, RejectedEmail, type MailTransport } from './port.ts';

/** Milliseconds. RFC 5321, section 4.5.3.2.6, asks for ten minutes: a client that waits less sends the email again. */
export const timeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 60_000,
  socketTimeout: 10 * 60_000,
  dnsTimeout: 10_000,
};

/** Emails by SMTP. `url`: smtp://user:password@host:587, or smtps:// for TLS from the start; STARTTLS if offered. */
export function createSmtp(url: string): MailTransport {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts });
  return {
    async send(message, stopping) {
      const timeout = AbortSignal.timeout(longestSending);
      const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
      await transport.sendMail({ ...toMailOptions(message), signal }).catch((error: unknown) => {
        throw isPermanent(error) ? new RejectedEmail(error.response) : error;
      });
    },
    check: () => transport.verify(),
    close: () => Promise.resolve(transport.close()),
  };
}

/**
 * Whether the server permanently rejected this address or this message (5yz to RCPT or DATA). A rejected sign-in or
 * sender is a mistake in the settings: after it is corrected, the email can be sent.
 */
function isPermanent(error: unknown): error is Error & { response: string } {
  if (!(error instanceof Error)) return false;
  const {
    responseCode = 0,
    command,
    response,
  } = error as { responseCode?: number; command?: string; response?: string };
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  if (typeof response !== 'string' || responseCode < 500 || responseCode > 599) return false;
  return !signInReplies.includes(responseCode) && !concernsSender.test(response);
}

/** RFC 4954, section 6. */
const signInReplies = [530, 534, 535, 538];

/**
 * Many servers reject an unauthenticated sender or relay only in their reply to the recipient's address. Recognised by
 * common words, RFC 3463's 5.1.7, 5.1.8 and 5.7.8, and Exchange's 5.7.54, 5.7.57 and 5.7.60.
 */
const concernsSender =
  /\brelay|\bsender address\b|\bclient host\b|\bhelo command\b|\bsend as\b|\b5\.(?:1\.[78]|7\.(?:8|54|57|60))\b/i;
