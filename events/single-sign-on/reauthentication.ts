import { z } from 'zod';
import { instant, sha256 } from '#events/common.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { instantOf, type Instant } from '#events/time.ts';

/** What the issuer said when the signer authenticated again for one signature; the token itself is never an event. */
export const reauthentication = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** When the server sent the signer to the issuer: part of the words that the nonce is the hash of. */
  askedAt: instant,
  /** When the signer authenticated, to the second, by the issuer's clock. */
  authTime: instant,
  acr: z.string().nullable(),
  amr: z.array(z.string()),
  /** The token's nonce: the SHA-256 of the signed words, base64url. */
  nonce: z.string(),
  tokenSha256: sha256,
});
export type Reauthentication = z.infer<typeof reauthentication>;

/** Seconds that the issuer's clock and ours may differ. */
export const clockSkewSeconds = 5;

/** Algorithms that an ID token may be signed with. */
export const tokenAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
];

/** An ID token whose signature was checked. */
export interface IdToken {
  readonly algorithm: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Of the token as it came: SHA-256, hex. */
  readonly sha256: string;
}

export interface Expected {
  /** As the person is linked. */
  readonly issuer: string;
  /** What people call the issuer. */
  readonly name: string;
  readonly subject: string;
  readonly nonce: string;
  /** When the server asked, and now. */
  readonly askedAt: Instant;
  readonly now: Instant;
}

/** The issuer is the cause, and the signer can do nothing about it. */
const stale = (cause: string) =>
  refuse('reauthentication_stale', {
    detail: `${cause}. Tell your administrator: it has to ask for each signature (max_age=0 and prompt=login).`,
  });

/**
 * Whether an ID token shows that the signer authenticated for this very signature. An issuer, or somebody in between,
 * may ignore `max_age=0` and `prompt=login`, so that `auth_time` alone counts.
 */
export function checkReauthentication(token: IdToken, expected: Expected): Result<Reauthentication> {
  const { claims } = token;
  const { issuer, name, subject, nonce, askedAt, now } = expected;
  if (!tokenAlgorithms.includes(token.algorithm) || claims.nonce !== nonce) return refuse('reauthentication_invalid');
  if (claims.iss !== issuer || claims.sub !== subject) return refuse('reauthentication_of_another');
  const authTime = claims.auth_time;
  if (typeof authTime !== 'number' || !Number.isSafeInteger(authTime))
    return stale(`${name} does not say when people sign in (auth_time)`);
  const earliest = Math.floor(Date.parse(askedAt) / 1000) - clockSkewSeconds;
  const latest = Math.ceil(Date.parse(now) / 1000) + clockSkewSeconds;
  if (authTime < earliest) return stale(`${name} answered with an earlier sign-in`);
  if (authTime > latest) return stale(`The clock of ${name} is ahead of ours`);
  return ok({
    issuer,
    subject,
    askedAt,
    authTime: instantOf(authTime * 1000),
    acr: typeof claims.acr === 'string' ? claims.acr : null,
    amr: Array.isArray(claims.amr) ? claims.amr.filter((one) => typeof one === 'string') : [],
    nonce,
    tokenSha256: token.sha256,
  });
}
