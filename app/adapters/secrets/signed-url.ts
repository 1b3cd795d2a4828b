import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileKind } from '#events/document/events.ts';
import { deriveKey, type Secret } from '#app/adapters/secrets/derive-key.ts';
import type { ReportRequest } from '#app/reports/queries/names.ts';

/** The person for whom an address acts: uids, and the public id of the session that asked; the address ends with it. */
export interface Reader {
  readonly org: string;
  readonly user: string;
  readonly publicId: string;
}

/** The content of each kind of signed token. */
export interface Grants {
  /** One PUT of bytes under an object key, by anyone. */
  put: { key: string; maxBytes: number };
  /** A file that its owner is about to send, with its cleaned name. `document` is null where it does not exist yet. */
  upload: {
    org: string;
    document: string | null;
    upload: string;
    owner: string;
    kind: FileKind;
    filename: string;
    maxBytes: number;
  };
  /** One page of this site (path and query), read as a person. */
  page: { address: string; reader: Reader };
  /** One report, read as a person. */
  report: { request: ReportRequest; reader: Reader };
}

export type Purpose = keyof Grants;
export type Check<P extends Purpose> = { kind: 'granted'; grant: Grants[P] } | { kind: 'expired' } | { kind: 'forged' };

/** Signs what an address grants, and reads it back. Times are in milliseconds since 1970. */
export interface SignedUrls {
  /** A token that is good until `expiresAt`. */
  sign<P extends Purpose>(purpose: P, grant: Grants[P], expiresAt: number): string;
  /** The whole address of a path of this site (with its query) that carries the token. */
  url<P extends Purpose>(path: string, purpose: P, grant: Grants[P], expiresAt: number): string;
  /** Reads a token back; a token of another purpose is forged. */
  read<P extends Purpose>(purpose: P, token: string, now: number): Check<P>;
}

const parameter = 'signed';

/** Tokens are JSON with an HMAC-SHA256, under a key that `secret` (SECRET_KEY) gives for each purpose. */
export function createSignedUrls(publicUrl: string, secret: Secret): SignedUrls {
  const signature = (purpose: Purpose, text: string): string =>
    createHmac('sha256', deriveKey(secret, `signed ${purpose}`))
      .update(text)
      .digest('base64url');

  const signed: SignedUrls = {
    sign(purpose, grant, expiresAt) {
      const text = Buffer.from(JSON.stringify({ grant, expiresAt })).toString('base64url');
      return `${text}.${signature(purpose, text)}`;
    },
    url(path, purpose, grant, expiresAt) {
      const url = new URL(path, publicUrl);
      url.searchParams.set(parameter, signed.sign(purpose, grant, expiresAt));
      return url.href;
    },
    read<P extends Purpose>(purpose: P, token: string, now: number): Check<P> {
      const [text = '', given = '', ...rest] = token.split('.');
      const [a, b] = [Buffer.from(given), Buffer.from(signature(purpose, text))];
      if (rest.length > 0 || a.length !== b.length || !timingSafeEqual(a, b)) return { kind: 'forged' };
      const { grant, expiresAt } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
        grant: Grants[P];
        expiresAt: number;
      };
      return expiresAt <= now ? { kind: 'expired' } : { kind: 'granted', grant };
    },
  };
  return signed;
}

/** The token that a request's address carries, and the address without it; a null token where it carries none. */
export function splitSigned(address: string): { path: string; address: string; token: string | null } {
  const { pathname: path, searchParams } = new URL(address, 'http://site.invalid');
  const token = searchParams.get(parameter);
  searchParams.delete(parameter);
  return { path, address: searchParams.size > 0 ? `${path}?${searchParams}` : path, token };
}
