import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Algorithm = 'ES256' | 'RS256' | 'EdDSA';

const bytesOf = (url: string | undefined): Buffer => Buffer.from(url ?? '', 'base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949) of what WebAuthn needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.of((major << 5) | length)
      : length < 256
        ? Buffer.of((major << 5) | 24, length)
        : Buffer.of((major << 5) | 25, length >> 8, length & 255);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const members = Array.from(value, ([label, member]) => [cbor(label), cbor(member as number)]).flat();
  return Buffer.concat([head(5, value.size), ...members]);
}

function keysOf(algorithm: Algorithm): { key: KeyObject; cose: Buffer } {
  if (algorithm === 'ES256') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const members = [[1, 2], [3, -7], [-1, 1], [-2, bytesOf(x)], [-3, bytesOf(y)]] as const; // prettier-ignore
    return { key: privateKey, cose: cbor(new Map<number, unknown>(members)) };
  }
  if (algorithm === 'RS256') {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n, e } = publicKey.export({ format: 'jwk' });
    return {
      key: privateKey,
      cose: cbor(new Map<number, unknown>([[1, 3], [3, -257], [-1, bytesOf(n)], [-2, bytesOf(e)]])), // prettier-ignore
    };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  return {
    key: privateKey,
    cose: cbor(new Map<number, unknown>([[1, 1], [3, -8], [-1, 6], [-2, bytesOf(x)]])), // prettier-ignore
  };
}

/** A passkey that needs no browser. `flags`: of authenticator data; a person present and recognised by default. */
export function softwarePasskey(origin: string, algorithm: Algorithm = 'ES256') {
  const { key, cose } = keysOf(algorithm);
  const id = randomBytes(16);
  const rpIdHash = sha256(new URL(origin).hostname);
  const clientData = (type: string, challenge: string, more: object) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more }));
  return {
    credentialId: id.toString('base64url'),
    publicKey: cose.toString('base64url'),
    /** The answer to a registration, as a browser sends it. */
    register(challenge: string, flags = 0x45) {
      const length = Buffer.of(0, id.length);
      const data = Buffer.concat([rpIdHash, Buffer.of(flags, 0, 0, 0, 0), Buffer.alloc(16), length, id, cose]);
      const parts = [['fmt', 'none'], ['attStmt', new Map()], ['authData', data]] as const; // prettier-ignore
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, {}).toString('base64url'),
          attestationObject: cbor(new Map<string, unknown>(parts)).toString('base64url'),
        },
      };
    },
    /** The answer to a challenge, as a browser sends it. */
    answer(
      challenge: string,
      { flags = 0x05, ...more }: { flags?: number; crossOrigin?: boolean; type?: string } = {},
    ) {
      const data = Buffer.concat([rpIdHash, Buffer.of(flags, 0, 0, 0, 0)]);
      const client = clientData('webauthn.get', challenge, more);
      const made = sign(algorithm === 'EdDSA' ? null : 'sha256', Buffer.concat([data, sha256(client)]), key);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          authenticatorData: data.toString('base64url'),
          clientDataJSON: client.toString('base64url'),
          signature: made.toString('base64url'),
        },
      };
    },
  };
}

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>;
