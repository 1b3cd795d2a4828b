import { createHmac } from 'node:crypto';
import { deriveKey, type Secret } from '#app/derive-key.ts';
import { normalEmail, type IdentityDatabase } from './accounts.ts';
import { createRateLimit } from './rate-limit.ts';

/** Requests for a code within the hour: for one mailbox, and from one network address. */
export interface CodeRequestLimit {
  perEmail: number;
  perAddress: number;
}
export const defaultCodeRequestLimit: CodeRequestLimit = { perEmail: 5, perAddress: 100 };

export interface CodeRequests {
  /** Counts a request; the seconds to wait after too many, else null. Known and unknown mailboxes are counted alike. */
  admit(request: { email: string; address: string | null }): Promise<number | null>;
}

/** Limits e-mails with codes and reported failures that a stranger can cause. Each kind is counted by itself. */
export function createCodeRequests(options: {
  database: IdentityDatabase;
  secretKey: Secret;
  limit?: CodeRequestLimit;
  kind?: 'code' | 'failure-report';
}): CodeRequests {
  const { database, secretKey, limit = defaultCodeRequestLimit, kind = 'code' } = options;
  const limiter = (about: string, points: number) =>
    createRateLimit(database, { name: `${kind}-${about}`, points, seconds: 3600 });
  const mailboxes = limiter('mailbox', limit.perEmail);
  const addresses = limiter('address', limit.perAddress);
  // Hashed with a key, so that the table does not list the e-mail addresses that were tried.
  const key = deriveKey(secretKey, `${kind} requests`);
  const subjectOf = (email: string): string => createHmac('sha256', key).update(normalEmail(email)).digest('base64url');

  return {
    async admit({ email, address }) {
      const waits = [await mailboxes.take(subjectOf(email)), address === null ? null : await addresses.take(address)];
      return Math.max(...waits.map((wait) => wait ?? 0)) || null;
    },
  };
}
