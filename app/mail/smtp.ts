import { createTransport } from 'nodemailer';
import { mimeOf } from './mime.ts';
import type { MailTransport } from './port.ts';

/** Milliseconds. Together they end long before PostgreSQL gives up the transaction that waits for the answer. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** E-mails by SMTP. `url`: smtp://user:password@host:587, smtps:// for TLS from the start; STARTTLS wherever it is offered. */
export function createSmtp(url: string): MailTransport {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...patience });
  return {
    async send(message) {
      await transport.sendMail(mimeOf(message));
    },
    close: () => Promise.resolve(transport.close()),
  };
}
