import { createSafe, type Safe } from '#app/adapters/secrets/safe.ts';

/** Encrypts private keys (PKCS#8, DER) for the database, each for the certificate of its fingerprint. */
export type KeySafe = Safe;

/** `secret`: SECRET_KEY's bytes. */
export const createKeySafe = (secret: Buffer): KeySafe => createSafe(secret, 'certificate keys');
