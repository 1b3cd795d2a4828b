import { Webhook } from 'standardwebhooks';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { deriveKey } from '#app/adapters/secrets/derive-key.ts';
import { inASentence } from '#app/adapters/environment/fault.ts';
import { lookUp, type LookedUp } from '#app/adapters/outgoing/address.ts';
import { sendAgain, sendTest, type AskedDelivery } from '#app/integrations/adapters/asked-deliveries.ts';
import { send } from '#app/adapters/outgoing/send.ts';

/** What an attempt came to. `status` is null where no answer came; `answer` says why then. */
export interface Attempt {
  outcome: 'delivered' | 'failed' | 'gone';
  status: number | null;
  answer: string;
}

export interface Sent {
  /** The same in every attempt. */
  id: string;
  url: string;
  body: string;
  /** Each signs; two of them for a day after a rotation. */
  secrets: readonly string[];
  /** Of this attempt, since receivers refuse what was signed minutes ago. */
  now: Instant;
  stopping?: AbortSignal | undefined;
}

/** Webhooks, as commands and jobs use them. */
export interface Webhooks {
  /** Where an address leads, within five seconds. */
  lookUp(url: string): Promise<LookedUp>;
  /** The signing secret with this uid (`whsec_…`). */
  secretOf(whose: { org: string; webhook: string; secret: string }): string;
  /** Sends once, with ten seconds for all of it. */
  attempt(sent: Sent): Promise<Attempt>;
  sendTest(asked: AskedDelivery): Promise<void>;
  /** Whether there is such a delivery. */
  sendAgain(asked: AskedDelivery): Promise<boolean>;
}

const lookUpMs = 5_000;
/** Most characters of an answer that the log keeps. */
const mostStored = 1000;

const standingWords = {
  'no-https': 'The address does not begin with https.',
  private: 'The name leads into a private network.',
  unknown: 'The name was not found.',
} as const;

export function createWebhooks(options: {
  database: Database;
  secretKey: Buffer;
  /** Whether addresses in private networks, and without TLS, are allowed. */
  allowPrivate: boolean;
  version: string;
  /** Milliseconds for one attempt, all of it. */
  limit?: number;
}): Webhooks {
  const { database, secretKey, allowPrivate, version, limit = 10_000 } = options;
  const noAnswer = (answer: string): Attempt => ({ outcome: 'failed', status: null, answer });

  async function attempt({ id, url, body, secrets, now, stopping }: Sent): Promise<Attempt> {
    const timeout = AbortSignal.timeout(limit);
    const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
    const found = await lookUp(url, allowPrivate, signal);
    if (found.standing !== 'allowed') return noAnswer(standingWords[found.standing]);
    const at = new Date(now);
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Imprimatur/${version}`,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    };
    try {
      const answer = await send({ url, headers, body, addresses: found.addresses, signal });
      const { status } = answer;
      const outcome = status === 410 ? 'gone' : status >= 200 && status < 300 ? 'delivered' : 'failed';
      return { outcome, status, answer: answer.body.slice(0, mostStored) };
    } catch (error) {
      return noAnswer(
        timeout.aborted ? `No answer within ${limit / 1000} seconds.` : inASentence(error).slice(0, mostStored),
      );
    }
  }

  return {
    lookUp: (url) => lookUp(url, allowPrivate, AbortSignal.timeout(lookUpMs)),
    secretOf: ({ org, webhook, secret }) =>
      `whsec_${deriveKey(secretKey, `webhook ${org} ${webhook} ${secret}`).toString('base64')}`,
    attempt,
    sendTest: (asked) => sendTest(database, asked),
    sendAgain: (asked) => sendAgain(database, asked),
  };
}
