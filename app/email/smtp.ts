import { createTransport } from 'nodemailer';
import { mimeOf } from './mime.ts';
import { longestSending, RefusedForGood, type MailTransport } from './port.ts';

/**
 * Milliseconds. A server that checks what it was sent may be minutes in answering, and whoever does not wait for it sends the same e-mail
 * again and again: RFC 5321, section 4.5.3.2.6, asks for ten minutes.
 */
export const patience = {
  connectionTimeout: 15_000,
  greetingTimeout: 60_000,
  socketTimeout: 10 * 60_000,
  dnsTimeout: 10_000,
};

/** E-mails by SMTP. `url`: smtp://user:password@host:587, smtps:// for TLS from the start; STARTTLS wherever it is offered. */
export function createSmtp(url: string): MailTransport {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...patience });
  return {
    async send(message, giveUp) {
      const late = AbortSignal.timeout(longestSending);
      const signal = giveUp ? AbortSignal.any([late, giveUp]) : late;
      await transport.sendMail({ ...mimeOf(message), signal }).catch((error: unknown) => {
        throw isForGood(error) ? new RefusedForGood(error.response) : error;
      });
    },
    check: () => transport.verify(),
    close: () => Promise.resolve(transport.close()),
  };
}

/**
 * Whether the other side refused this address or this message (5yz to RCPT or DATA). A refusal of the sign-in or of the sender is a mistake in
 * the settings: once it is mended, the e-mail can go.
 */
function isForGood(error: unknown): error is Error & { response: string } {
  if (!(error instanceof Error)) return false;
  const { responseCode, command, response } = error as { responseCode?: number; command?: string; response?: string };
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  if (typeof response !== 'string' || responseCode === undefined || responseCode < 500 || responseCode > 599)
    return false;
  return !signIn.includes(responseCode) && !meansSender.test(response);
}

/** RFC 4954, section 6. */
const signIn = [530, 534, 535, 538];

/**
 * What is said to the address though it means who sends: most servers tell only there that they do not relay for whoever did not sign in, or take
 * nothing from this sender or this machine. By their words, and by RFC 3463's 5.1.7, 5.1.8 and 5.7.8, and Exchange's 5.7.54, 5.7.57 and 5.7.60.
 */
const meansSender =
  /\brelay|\bsender address\b|\bclient host\b|\bhelo command\b|\bsend as\b|\b5\.(?:1\.[78]|7\.(?:8|54|57|60))\b/i;
