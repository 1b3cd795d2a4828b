import { hkdfSync } from 'node:crypto';

/** SECRET_KEY, as bytes or as text. */
export type Secret = string | Buffer;

/** A key of 32 bytes for one purpose (HKDF, RFC 5869): keys of different purposes say nothing about each other. */
export const deriveKey = (secret: Secret, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `imprimatur ${purpose} 1`, 32));
