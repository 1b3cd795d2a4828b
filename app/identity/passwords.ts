import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';

/** The two functions of argon2 that are needed; a parameter, so that a test can count the work that is done. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** OWASP's values for little memory: 19 MiB, two passes, parallelism 1. 2 is Argon2id (the enum is type-only). */
export const passwordHashing = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Longer input is never anybody's password; hashing it would only cost time. Characters (UTF-16 units). */
export const longestPassword = 1_024;

export interface Passwords {
  /** The PHC string of a new hash with a salt of its own. */
  hash(password: string): Promise<string>;
  /** True where the password belongs to the hash. Without a hash it does the same work, and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** Unicode is brought to NFKC, so that the same password typed on another keyboard fits. */
const normal = (password: string): string => password.normalize('NFKC');

/** Whether two are one password to `verify`, such as ü as one sign and as two. */
export const isSamePassword = (one: string, other: string): boolean => normal(one) === normal(other);

/** Passwords by argon2id. */
export function createPasswords(implementation: Argon2 = argon2): Passwords {
  const hash = (password: string): Promise<string> => implementation.hash(normal(password), passwordHashing);
  // Made at start: made at the first unknown address, it would double that answer's time and so give it away.
  const decoy = argon2.hash(randomBytes(32), passwordHashing);
  decoy.catch(() => undefined);
  return {
    hash,
    async verify(stored, password) {
      const tooLong = password.length > longestPassword;
      const fits = await implementation.verify(stored ?? (await decoy), tooLong ? '' : normal(password));
      return fits && stored !== null && !tooLong;
    },
  };
}
