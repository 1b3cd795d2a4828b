import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { SessionFactor } from '#events/organisation/second-factor.ts';
import type { Instant } from '#events/time.ts';

/** How a session began: by the sign-in page or by the API. Events and the table call it `door`. */
export type Channel = 'screen' | 'call';
export type SessionLimits = OrganisationSettings['session'];

/** A session as the product may know it. */
export interface Session {
  readonly org: string;
  readonly user: string;
  /** SHA-256 of the session id (hex): names the session in events and lists, and cannot be used to sign in. */
  readonly publicId: string;
  readonly door: Channel;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
  /** The sooner of idle and absolute expiry, if nothing happens until then. */
  readonly expiresAt: Instant;
  /** Where it was last used from, and by what. */
  readonly address: string | null;
  readonly agent: string | null;
}

/** A session in use. */
export interface Visit extends Session {
  readonly factor: SessionFactor;
  /** Its person as `read.viewer` answers it (app/kit/query/read-viewer.ts); null where that person is not active. */
  readonly person: unknown;
}

/** Why a session ended. */
export type EndReason =
  | 'signed_out'
  | 'idle'
  | 'absolute'
  | 'password_changed'
  | 'deactivated'
  | 'role_changed'
  | 'signed_out_everywhere'
  | 'ended_by_admin'
  | 'factor_reset'
  | 'directory_unlinked'
  | 'ways_in_changed';

/** A session that has ended and whose end may not be recorded yet. */
export interface EndedSession {
  readonly org: string;
  readonly user: string;
  readonly publicId: string;
  readonly because: EndReason;
  readonly endedAt: Instant;
}

export interface Sessions {
  /**
   * Begins a session. `token` is the only copy of the session id: it goes into the cookie or to the caller.
   * `passwordSetAt` says which password was proven; throws `PasswordChanged` where another one was set since, whose
   * setting ended all sessions.
   */
  create(begin: {
    org: string;
    user: string;
    door: Channel;
    now: Instant;
    address: string | null;
    agent: string | null;
    limits: SessionLimits;
    passwordSetAt?: Instant | null;
    /** The sign-in had a second factor. */
    factor?: boolean;
  }): Promise<{ token: string; session: Session }>;
  /**
   * The session of this id with its person; null where it does not exist, has expired or is of the other channel
   * (default: screen). Each visit postpones the idle expiry. Changed limits apply at once. `expired` is called with a
   * session that this visit found expired.
   */
  validate(
    token: string,
    seen: {
      now: Instant;
      address: string | null;
      door?: Channel;
      expired?: (ended: EndedSession) => Promise<unknown>;
    },
  ): Promise<Visit | null>;
  /**
   * When this session ends if nothing happens, and why; null where it has. Asking is no visit and postpones nothing.
   */
  expiry(token: string, now: Instant): Promise<{ at: Instant; because: 'idle' | 'absolute' } | null>;
  /** A signature of this session (a public id) had a second factor. */
  signedWithFactor(org: string, publicId: string): Promise<void>;
  /** Ends one session by its id. Answers what has ended, as each of these does; it stays to be recorded. */
  end(token: string, now: Instant): Promise<EndedSession[]>;
  /** Ends one of a person's sessions by its public id. */
  endOne(which: { org: string; user: string; publicId: string; now: Instant }): Promise<EndedSession[]>;
  /** Ends all of a person's sessions but `except` (a public id). */
  endAll(which: {
    org: string;
    user: string;
    because: EndReason;
    now: Instant;
    except?: string | null;
  }): Promise<EndedSession[]>;
  /** Sessions of the organisation that have expired, and those whose end nobody recorded within a minute. */
  unrecorded(org: string, now: Instant): Promise<EndedSession[]>;
  /** Deletes ended sessions (public ids), whose ends are recorded. */
  forget(org: string, publicIds: readonly string[]): Promise<void>;
  /** A person's sessions that have not expired, the latest used first. */
  list(which: { org: string; user: string; now: Instant }): Promise<Session[]>;
  readonly cookieName: string;
  /** The session id in a Cookie header, or null. */
  readCookie(header: string | null): string | null;
  /** The session id in an Authorization header (RFC 6750), or null. */
  readBearer(header: string | null): string | null;
  /** The Set-Cookie header that carries a session. */
  cookie(token: string, limits: SessionLimits): string;
  /** The Set-Cookie header that removes it. */
  blankCookie(): string;
}

/** What a session begins with. */
export type Begin = Parameters<Sessions['create']>[0];
