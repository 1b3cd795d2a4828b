import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import type { Instant } from '#events/time.ts';
import { deriveKey, type Secret } from '#app/adapters/secrets/derive-key.ts';

/** The two functions of argon2 that are needed; a parameter, so that a test can count their work or have less of it. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** OWASP's values for little memory: 19 MiB, two passes, parallelism 1. 2 is Argon2id (the enum is type-only). */
export const passwordHashing = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Longer input is never anybody's password; hashing it would only cost time. Characters (UTF-16 units). */
export const longestPassword = 1_024;

/** Whose password it is, and when it was set. */
export interface PasswordOwner {
  readonly org: string;
  readonly user: string;
  readonly setAt: Instant;
}

/** A password as it is stored. `mac` binds the hash (a PHC string) to its owner and the installation's secret. */
export interface StoredPassword extends PasswordOwner {
  readonly hash: string;
  readonly mac: Buffer;
}

/** Tells which stored passwords this installation made; the database's owner cannot make one without the secret. */
export interface PasswordBinding {
  macOf(password: Omit<StoredPassword, 'mac'>): Buffer;
  isBound(password: StoredPassword): boolean;
}

/** HMAC-SHA-256 under a key of SECRET_KEY. */
export function createPasswordBinding(secret: Secret): PasswordBinding {
  const key = deriveKey(secret, 'password hash');
  const macOf = ({ org, user, setAt, hash }: Omit<StoredPassword, 'mac'>): Buffer =>
    createHmac('sha256', key).update([org, user, setAt, hash].join('\0')).digest();
  return {
    macOf,
    isBound: (password) => password.mac.length === 32 && timingSafeEqual(password.mac, macOf(password)),
  };
}

export interface Passwords {
  /** A new hash with a salt of its own, bound to its owner. */
  hash(password: string, owner: PasswordOwner): Promise<StoredPassword>;
  /**
   * True where the password belongs to the hash, and the hash to its owner. Without a stored password it does the same
   * work, and answers false.
   */
  verify(stored: StoredPassword | null, password: string): Promise<boolean>;
}

/** Unicode is brought to NFKC, so that the same password typed on another keyboard fits. */
const normal = (password: string): string => password.normalize('NFKC');

/** Whether two are one password to `verify`, such as ü as one sign and as two. */
export const isSamePassword = (one: string, other: string): boolean => normal(one) === normal(other);

/** `onExchanged` hears of a stored hash that this installation did not make for that person. */
export interface PasswordOptions {
  secretKey: Secret;
  onExchanged?: (owner: PasswordOwner) => void;
  argon2?: Argon2;
}

/** Passwords by argon2id. */
export function createPasswords({
  secretKey,
  onExchanged,
  argon2: implementation = argon2,
}: PasswordOptions): Passwords {
  const binding = createPasswordBinding(secretKey);
  // Made at start: made at the first unknown address, it would double that answer's time and so give it away.
  const decoy = implementation.hash(randomBytes(32), passwordHashing);
  decoy.catch(() => undefined);
  return {
    async hash(password, owner) {
      const hashed = { ...owner, hash: await implementation.hash(normal(password), passwordHashing) };
      return { ...hashed, mac: binding.macOf(hashed) };
    },
    async verify(stored, password) {
      const tooLong = password.length > longestPassword;
      const fits = await implementation.verify(stored?.hash ?? (await decoy), tooLong ? '' : normal(password));
      const bound = stored !== null && binding.isBound(stored);
      if (stored && !bound) onExchanged?.(stored);
      return fits && bound && !tooLong;
    },
  };
}
