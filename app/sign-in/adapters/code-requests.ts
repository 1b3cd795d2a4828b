import { createHmac } from 'node:crypto';
import { deriveKey, type Secret } from '#app/adapters/secrets/derive-key.ts';
import { normalEmail, type IdentityDatabase } from './accounts.ts';
import { networkOf } from './network.ts';
import { createRateLimit } from './rate-limit.ts';

/** Requests within the hour. */
export interface CodeRequestLimit {
  /** For one mailbox, by one who asks. */
  perAsker: number;
  /** For one mailbox, by all strangers together: as many emails may somebody else cause. */
  perMailbox: number;
  /** For all mailboxes, from one network address. */
  perAddress: number;
}
export const defaultCodeRequestLimit: CodeRequestLimit = { perAsker: 5, perMailbox: 30, perAddress: 100 };

/** `own`: it comes from a session, or from a browser, of the mailbox's owner. */
export interface CodeRequest {
  email: string;
  address: string | null;
  own?: boolean;
}

export interface CodeRequests {
  /** Counts a request; the seconds to wait after too many, else null. Known and unknown mailboxes are counted alike. */
  admit(request: CodeRequest): Promise<number | null>;
}

/**
 * Limits emails with codes and reported failures that a stranger can cause. Each kind is counted by itself, and by who
 * asks: nobody uses up what another person may request.
 */
export function createCodeRequests(options: {
  database: IdentityDatabase;
  secretKey: Secret;
  limit?: CodeRequestLimit;
  kind?: 'code' | 'failure-report';
}): CodeRequests {
  const { database, secretKey, limit = defaultCodeRequestLimit, kind = 'code' } = options;
  const limiter = (about: string, points: number) =>
    createRateLimit(database, { name: `${kind}-${about}`, points, seconds: 3600 });
  const askers = limiter('asker', limit.perAsker);
  const mailboxes = limiter('mailbox', limit.perMailbox);
  const addresses = limiter('address', limit.perAddress);
  // Hashed with a key, so that the table does not list the email addresses that were tried.
  const key = deriveKey(secretKey, `${kind} requests`);
  const subjectOf = (...parts: string[]): string =>
    createHmac('sha256', key).update(parts.join('\0')).digest('base64url');

  return {
    async admit({ email, address, own = false }) {
      const mailbox = normalEmail(email);
      if (own) return askers.take(subjectOf(mailbox, 'own'));
      const network = networkOf(address ?? '');
      const asker = await askers.take(subjectOf(mailbox, network));
      // A refused request uses up nothing of what others may ask for.
      if (asker !== null) return asker;
      const waits = [await mailboxes.take(subjectOf(mailbox)), address === null ? null : await addresses.take(network)];
      return Math.max(...waits.map((wait) => wait ?? 0)) || null;
    },
  };
}
