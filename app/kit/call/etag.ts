import { createHash } from 'node:crypto';

/** A version that no stream has: an unknown `If-Match` tag matches nothing. */
const never = Number.MAX_SAFE_INTEGER;

/**
 * The strong ETag (RFC 9110 section 8.8.3) of an answer: the stream's version if there is one, and the body's digest.
 * Conditional GETs compare both; `If-Match` only the version, so that a changed training rate is no conflict.
 */
export function etagOf(body: string, version?: number): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
}

/** The version that an `If-Match` header requires; undefined without one. */
export function seenVersionOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  // Compared strongly: a weak tag matches nothing (RFC 9110 section 8.8.3.2).
  const versions = header.split(',').flatMap((tag) => {
    const [, version] = /^\s*"(\d{1,9})-[\w-]{22}"\s*$/.exec(tag) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
  return versions.length > 0 ? Math.max(...versions) : never;
}

/** Whether an `If-None-Match` header names this tag (weak comparison, RFC 9110 section 13.1.2). */
export const isNotModified = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));
