import { createHmac } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { deriveKey, type Secret } from '#app/derive-key.ts';
import { normalEmail, type IdentityDatabase } from './accounts.ts';

/** Requests for a code within the hour: for one address of a mailbox, and from one network address. */
export interface CodeRequestLimit {
  perEmail: number;
  perAddress: number;
}
export const defaultCodeRequestLimit: CodeRequestLimit = { perEmail: 5, perAddress: 100 };

export interface CodeRequests {
  /** Counts a request for a code; the seconds to wait where there were too many, else null. Known and unknown mailboxes are counted alike. */
  admit(request: { email: string; address: string | null }): Promise<number | null>;
}

const hour = 3600;

/**
 * Keeps a stranger from filling a mailbox with codes (or a ledger with reported failures), or from trying which addresses there are. Each
 * kind of request is counted for itself. Holds across processes.
 */
export function createCodeRequests(options: {
  database: IdentityDatabase;
  secretKey: Secret;
  limit?: CodeRequestLimit;
  kind?: 'code' | 'failure-report';
}): CodeRequests {
  const { database, secretKey, limit = defaultCodeRequestLimit, kind = 'code' } = options;
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: database.pool,
      storeType: 'pool',
      schemaName: 'identity',
      tableName: 'address_failure',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: hour,
    });
  const mailboxes = limiter(`${kind}-mailbox`, limit.perEmail);
  const addresses = limiter(`${kind}-address`, limit.perAddress);
  // Keyed, so that the table is no list of addresses that somebody tried.
  const subjectOf = (email: string): string =>
    createHmac('sha256', deriveKey(secretKey, `${kind} requests`))
      .update(normalEmail(email))
      .digest('base64url');

  return {
    async admit({ email, address }) {
      const waits = [
        await waitOf(mailboxes, subjectOf(email)),
        address === null ? 0 : await waitOf(addresses, address),
      ];
      const longest = Math.max(...waits);
      return longest > 0 ? longest : null;
    },
  };
}

/** Takes one point; the seconds to wait where none is left. */
async function waitOf(limiter: RateLimiterPostgres, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw refused;
  }
}
