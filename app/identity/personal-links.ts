import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Whom a link acts for: the uids of organisation and person, and the public id of the session in which it was asked for. */
export interface LinkedReader {
  readonly org: string;
  readonly user: string;
  readonly publicId: string;
}

export type LinkCheck =
  | { kind: 'none' }
  | { kind: 'forged' }
  | { kind: 'expired' }
  | { kind: 'granted'; reader: LinkedReader };

/** Addresses of this site that somebody may open without signing in, as the person who asked for them. */
export interface PersonalLinks {
  /** The whole address of a path of this site (with its query), good for 15 minutes from `now` (ISO 8601 in UTC). */
  sign(path: string, reader: LinkedReader, now: string): string;
  /** What a request's path and query carry. */
  read(address: string, now: string): LinkCheck;
}

const goodForMs = 15 * 60_000;
const parameter = 'link';
const shape = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([0-9a-f]{64})\.(\d{1,15})\.([\w-]{43})$/;

/**
 * Links signed with HMAC-SHA256 over the path, its query and whom they act for. `publicUrl` is the product's own address; `secret` its
 * secret key, from which a key of its own is derived (RFC 5869).
 */
export function createPersonalLinks(publicUrl: string, secret: string): PersonalLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'imprimatur personal links 1', 32));
  const signature = (place: string, bearer: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([place, bearer]))
      .digest('base64url');

  return {
    sign(path, { org, user, publicId }, now) {
      const url = new URL(path, publicUrl);
      const bearer = [org, user, publicId, Date.parse(now) + goodForMs].join('.');
      const link = `${bearer}.${signature(placeOf(url), bearer)}`;
      url.searchParams.set(parameter, link);
      return url.href;
    },

    read(address, now) {
      const url = new URL(address, 'http://localhost');
      const given = url.searchParams.getAll(parameter);
      if (given.length === 0) return { kind: 'none' };
      const [whole, org = '', user = '', publicId = '', expires = '', signed = ''] = shape.exec(given.join()) ?? [];
      if (whole === undefined) return { kind: 'forged' };
      const expected = signature(placeOf(url), [org, user, publicId, expires].join('.'));
      if (!timingSafeEqual(Buffer.from(signed), Buffer.from(expected))) return { kind: 'forged' };
      return Number(expires) <= Date.parse(now)
        ? { kind: 'expired' }
        : { kind: 'granted', reader: { org, user, publicId } };
    },
  };
}

/** Path and query without the link itself, written one way. */
function placeOf({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams([...searchParams].filter(([name]) => name !== parameter));
  return `${pathname}?${query}`;
}
