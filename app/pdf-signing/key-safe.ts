import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '#app/derive-key.ts';

/** Encrypts private keys for the database; SECRET_KEY decrypts them. */
export interface KeySafe {
  /** Encrypts a key (PKCS#8, DER) for the certificate of this fingerprint: AES-256-GCM, nonce and tag before the rest. */
  lock(pkcs8: Buffer, fingerprint: string): Buffer;
  /** The decrypted key; null when it was encrypted with another secret or for another certificate. */
  open(locked: Buffer, fingerprint: string): Buffer | null;
}

const nonceLength = 12;
const tagLength = 16;

/** `secret`: SECRET_KEY's bytes, from which the encryption key is derived (RFC 5869). */
export function createKeySafe(secret: Buffer): KeySafe {
  const key = deriveKey(secret, 'certificate keys');
  return {
    lock(pkcs8, fingerprint) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(fingerprint));
      const encrypted = Buffer.concat([cipher.update(pkcs8), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open(locked, fingerprint) {
      const nonce = locked.subarray(0, nonceLength);
      const tag = locked.subarray(nonceLength, nonceLength + tagLength);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(fingerprint)).setAuthTag(tag);
        return Buffer.concat([decipher.update(locked.subarray(nonceLength + tagLength)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
