import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { reportRequest, type ReportRequest } from '#app/queries/report/names.ts';

/** Where links to reports lead. */
export const reportFilePath = '/files/report';

/** Whom a link was given to, and to what. */
export interface ReportGrant {
  org: string;
  user: string;
  /** The public id of the session that asked: the link opens while it lasts. */
  session: string;
  request: ReportRequest;
}

export type ReportGrantCheck = { kind: 'granted'; grant: ReportGrant } | { kind: 'expired' } | { kind: 'forged' };

export interface ReportLinks {
  /** `expiresAt` is in seconds since 1970 in UTC. */
  sign(grant: ReportGrant, expiresAt: number): string;
  verify(query: URLSearchParams, now: number): ReportGrantCheck;
}

/** `publicUrl` is the product's own address; a key of its own is derived from its secret (RFC 5869). */
export function createReportLinks(publicUrl: string, secret: string): ReportLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'imprimatur report links 1', 32));
  const signature = (expires: string, grant: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([expires, grant]))
      .digest('base64url');

  return {
    sign(grant, expiresAt) {
      const words = JSON.stringify(grant);
      const expires = String(Math.floor(expiresAt));
      const query = new URLSearchParams({ grant: words, expires, signature: signature(expires, words) });
      return new URL(`${reportFilePath}?${query}`, publicUrl).href;
    },
    verify(query, now) {
      const [words, expires] = [query.get('grant') ?? '', query.get('expires') ?? ''];
      const given = Buffer.from(query.get('signature') ?? '');
      const expected = Buffer.from(signature(expires, words));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { kind: 'forged' };
      if (Number(expires) <= now) return { kind: 'expired' };
      const { org, user, session, request } = JSON.parse(words) as ReportGrant;
      return { kind: 'granted', grant: { org, user, session, request: reportRequest.parse(request) } };
    },
  };
}
