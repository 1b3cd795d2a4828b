import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Where the endpoints of signed addresses are mounted. */
export const filesPath = '/files';

/** What a signed address allows: to store bytes under a key, or to be handed one exact file. */
export type FileGrant =
  | { act: 'put'; key: string; maxBytes: number; contentType: string }
  | { act: 'get'; key: string; sha256: string; filename: string; contentType: string };

export type GrantCheck = { kind: 'granted'; grant: FileGrant } | { kind: 'expired' } | { kind: 'forged' };

/** Addresses that carry their own permission, signed with HMAC-SHA256 over every parameter. */
export interface FileLinks {
  /** `expiresAt` is in seconds since 1970 in UTC. */
  sign(grant: FileGrant, expiresAt: number): string;
  /** `now` is in seconds since 1970 in UTC. */
  verify(act: FileGrant['act'], query: URLSearchParams, now: number): GrantCheck;
}

const parameters = {
  put: ['key', 'max', 'type'],
  get: ['key', 'sha256', 'name', 'type'],
} as const;

/** `publicUrl` is the product's own address; `secret` its secret key, from which a key of its own is derived (RFC 5869). */
export function createFileLinks(publicUrl: string, secret: string): FileLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'imprimatur file links 1', 32));

  const signature = (act: FileGrant['act'], query: URLSearchParams): string => {
    const signed = [act, query.get('expires') ?? '', ...parameters[act].map((name) => query.get(name) ?? '')];
    return createHmac('sha256', key).update(JSON.stringify(signed)).digest('base64url');
  };

  return {
    sign(grant, expiresAt) {
      const query = new URLSearchParams(
        grant.act === 'put'
          ? { key: grant.key, max: String(grant.maxBytes), type: grant.contentType }
          : { key: grant.key, sha256: grant.sha256, name: grant.filename, type: grant.contentType },
      );
      query.set('expires', String(Math.floor(expiresAt)));
      query.set('signature', signature(grant.act, query));
      return new URL(`${filesPath}/${grant.act}?${query}`, publicUrl).href;
    },

    verify(act, query, now) {
      const given = Buffer.from(query.get('signature') ?? '');
      const expected = Buffer.from(signature(act, query));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { kind: 'forged' };
      if (Number(query.get('expires')) <= now) return { kind: 'expired' };
      const text = (name: string): string => query.get(name) ?? '';
      const grant: FileGrant =
        act === 'put'
          ? { act, key: text('key'), maxBytes: Number(text('max')), contentType: text('type') }
          : { act, key: text('key'), sha256: text('sha256'), filename: text('name'), contentType: text('type') };
      return { kind: 'granted', grant };
    },
  };
}
