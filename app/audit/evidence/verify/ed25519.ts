import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { unshared } from './encoding.ts';

hashes.sha512 = sha512;

/**
 * Whether `signature` (64 bytes) is that of `key` (32 bytes) over `message` (RFC 8032). Uses @noble/ed25519 where
 * WebCrypto has no Ed25519: on plain HTTP and in older browsers.
 */
export async function isSignedBy(key: Uint8Array, signature: Uint8Array, message: Uint8Array): Promise<boolean> {
  try {
    const { subtle } = globalThis.crypto;
    const imported = await subtle.importKey('raw', unshared(key), 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', imported, unshared(signature), unshared(message));
  } catch {
    return byItself(key, signature, message);
  }
}

/** The same without WebCrypto. */
export function byItself(key: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  try {
    return verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}
