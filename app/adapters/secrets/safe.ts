import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, type Secret } from '#app/adapters/secrets/derive-key.ts';

/** Encrypts secrets for the database; SECRET_KEY decrypts them. */
export interface Safe {
  /** Encrypts a secret for what `name` names: AES-256-GCM, nonce and tag before the rest. */
  lock(secret: Buffer, name: string): Buffer;
  /** The decrypted secret; null when it was encrypted with another key or for another name. */
  open(locked: Buffer, name: string): Buffer | null;
}

const nonceLength = 12;
const tagLength = 16;

/** A safe for one purpose, whose key is derived from SECRET_KEY (RFC 5869). */
export function createSafe(secretKey: Secret, purpose: string): Safe {
  const key = deriveKey(secretKey, purpose);
  return {
    lock(secret, name) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open(locked, name) {
      const nonce = locked.subarray(0, nonceLength);
      const tag = locked.subarray(nonceLength, nonceLength + tagLength);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name)).setAuthTag(tag);
        return Buffer.concat([decipher.update(locked.subarray(nonceLength + tagLength)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
