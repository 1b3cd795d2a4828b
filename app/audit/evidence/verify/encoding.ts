/** Strict decoding: one value has exactly one encoding, so that every byte counts. */

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Decodes UTF-8; null when it is invalid. A byte order mark counts as a character. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexPairs[byte];
  return text;
}

/** Decodes lower-case hexadecimal; null when it is invalid. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Decodes base64 (RFC 4648 section 4); null when it is invalid or not the canonical encoding. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null;
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = decoded.charCodeAt(i);
  return btoa(decoded) === text ? bytes : null;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A copy of its own, since WebCrypto takes no view of memory that could be shared. */
export const unshared = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);
