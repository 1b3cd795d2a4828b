import { sql } from 'kysely';
import { AuthorizationResponseError } from 'openid-client';
import { refuse, ok, type Failure, type Result } from '#events/failures.ts';
import { domainOf, singleSignOn, type SingleSignOn as Settings } from '#events/single-sign-on/settings.ts';
import { addMs, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { networkOf } from '#app/sign-in/adapters/network.ts';
import { createRateLimit } from '#app/sign-in/adapters/rate-limit.ts';
import { createSafe } from '#app/adapters/secrets/safe.ts';
import { startFlow, flowMs, takeFlow, type Flow } from '#app/sign-in/adapters/single-sign-on/flows.ts';
import {
  createIssuers,
  IssuerUnfit,
  randomVerifier,
  type Returned,
} from '#app/sign-in/adapters/single-sign-on/issuer.ts';
import { IssuerUnreachable } from '#app/sign-in/adapters/single-sign-on/issuer-fetch.ts';
import type { Reauthenticated, WaitingSignature } from '#app/sign-in/adapters/single-sign-on/waiting-signature.ts';

export type { Returned };

/** An organisation's way to sign in. */
export interface OrganisationSignOn extends Settings {
  org: string;
}

export interface Leaving {
  /** The issuer's address with the request. */
  address: string;
  /** The value of the cookie that binds the flow to this browser. */
  browser: string;
}

interface Start {
  signOn: OrganisationSignOn;
  nonce: string;
  page: string;
  email: string | null;
  now: Instant;
  signature?: { user: string; waiting: WaitingSignature };
}

/** Single sign-on, as commands and screens use it. Nothing here records an event. */
export interface SingleSignOn {
  /** Where an issuer sends the browser back to: each issuer's admin enters it there. */
  readonly callback: string;
  /** Why an issuer cannot be used, in a sentence; null where it can. */
  problemOf(issuer: string, clientId: string): Promise<string | null>;
  /** Encrypts and stores a client secret under its uid. */
  storeSecret(of: { org: string; uid: string; secret: string; now: Instant }): Promise<void>;
  /** The way to sign in of the organisation whose people have this domain; null where there is none. */
  ofDomain(email: string): Promise<OrganisationSignOn | null>;
  /** That of the only organisation of the installation; null where it has none, or there are several. */
  ofOnly(): Promise<OrganisationSignOn | null>;
  /** Counts a start from a network address: the seconds to wait where there were too many, else null. */
  admit(address: string | null): Promise<number | null>;
  /** Whether an organisation of this installation has it. */
  isUsed(): Promise<boolean>;
  /** The first of these domains that belongs to another organisation, by its settings or its people. */
  domainOfAnother(org: string, domains: readonly string[]): Promise<string | null>;
  /** Runs `work` alone with these domains in the installation. `claimed`: false where another save has one of them. */
  withDomains<T>(org: string, domains: readonly string[], work: (claimed: boolean) => Promise<T>): Promise<T>;
  start(begin: Start): Promise<Result<Leaving>>;
  /** The flow that this browser began, once. */
  take(back: { state: string; browser: string; now: Instant }): Promise<Flow | null>;
  /** What the issuer says, checked but for who and when. */
  redeem(signOn: OrganisationSignOn, flow: Flow, search: URLSearchParams, now: Instant): Promise<Result<Returned>>;
  /** Keeps what the issuer said for the command that waited. Answers its uid. */
  storeReauthentication(of: {
    org: string;
    uid: string;
    user: string;
    said: Reauthenticated;
    now: Instant;
  }): Promise<void>;
  /** The same, once; null where there is none. */
  takeReauthentication(of: { org: string; uid: string; user: string; now: Instant }): Promise<Reauthenticated | null>;
}

const callbackPath = '/single-sign-on/callback';

export function createSingleSignOn(options: {
  database: Database;
  secretKey: Buffer;
  publicUrl: string;
  allowPrivate: boolean;
  log: { warn(fields: object, event: string): void };
}): SingleSignOn {
  const { database, secretKey, publicUrl, allowPrivate, log } = options;
  const issuers = createIssuers(allowPrivate);
  const safe = createSafe(secretKey, 'client secrets');
  // Each start asks the issuer: a stranger must not make the server ask for ever.
  const starts = createRateLimit(database, { name: 'single-sign-on', points: 300, seconds: 15 * 60 });
  const redirectUri = `${publicUrl}${callbackPath}`;

  async function clientOf({ org, issuer, clientId, secret }: OrganisationSignOn) {
    const row = await database.read(org, (db) =>
      db.selectFrom('identity.client_secret').select('secret').where('uid', '=', secret).executeTakeFirst(),
    );
    const clientSecret = row && safe.open(row.secret, `${org} ${secret}`)?.toString('utf8');
    if (clientSecret === undefined) throw new IssuerUnfit('The client secret cannot be decrypted. Enter it again.');
    return { issuer, clientId, clientSecret };
  }

  /** By domain; null: of the only organisation of the installation. */
  async function find(domain: string | null): Promise<OrganisationSignOn | null> {
    const { rows } = await database.pool.query<{ org_id: string; single_sign_on: unknown }>(
      'select * from identity.find_single_sign_on($1)',
      [domain],
    );
    const row = rows[0];
    return row ? { org: row.org_id, ...singleSignOn.parse(row.single_sign_on) } : null;
  }

  return {
    callback: redirectUri,

    async problemOf(issuer, clientId) {
      try {
        await issuers.check({ issuer, clientId, clientSecret: '' });
        return null;
      } catch (error) {
        return sentenceOf(error) ?? 'The issuer has no discovery document of OpenID Connect at this address.';
      }
    },

    async storeSecret({ org, uid, secret, now }) {
      const locked = safe.lock(Buffer.from(secret, 'utf8'), `${org} ${uid}`);
      await database.tenant(org, (db) =>
        db.insertInto('identity.client_secret').values({ org_id: org, uid, secret: locked, created_at: now }).execute(),
      );
    },

    ofDomain: (email) => find(domainOf(email)),
    ofOnly: () => find(null),

    admit: (address) => (address === null ? Promise.resolve(null) : starts.take(networkOf(address))),

    async isUsed() {
      const { rows } = await database.pool.query<{ used: boolean }>('select identity.uses_single_sign_on() as used');
      return rows[0]?.used ?? false;
    },

    async domainOfAnother(org, domains) {
      const { rows } = await database.pool.query<{ domain: string | null }>(
        'select identity.domain_of_another($1, $2) as domain',
        [org, domains],
      );
      return rows[0]?.domain ?? null;
    },

    // Locks are tried and not waited for: those who wait would hold the connections that the others need.
    withDomains: (org, domains, work) =>
      database.tenant(org, async (db) => {
        const { rows } = await sql<{ claimed: boolean }>`
          select coalesce(bool_and(pg_try_advisory_xact_lock(hashtextextended('sign-in domain ' || domain, 0))), true)
            as claimed
          from unnest(${domains}::text[]) as domain`.execute(db);
        return work(rows[0]?.claimed ?? false);
      }),

    async start({ signOn, nonce, page, email, now, signature }) {
      try {
        const verifier = randomVerifier();
        const client = await clientOf(signOn);
        const { state, browser } = await startFlow(database, {
          org: signOn.org,
          user: signature?.user ?? null,
          nonce,
          verifier,
          page,
          waiting: signature?.waiting ?? null,
          askedAt: now,
        });
        const asking = { redirectUri, state, nonce, verifier, email, again: signature !== undefined };
        return ok({ address: (await issuers.ask(client, asking, now)).href, browser });
      } catch (error) {
        log.warn({ err: error, org: signOn.org }, 'single_sign_on.issuer_unreachable');
        return refuse('issuer_unreachable', { facts: { issuer: signOn.name } });
      }
    },

    take: (back) => takeFlow(database, back),

    async redeem(signOn, flow, search, now) {
      const address = new URL(redirectUri);
      address.search = search.toString();
      const { nonce, verifier } = flow;
      try {
        const state = search.get('state') ?? '';
        const returning = { address, state, nonce, verifier, withEmail: flow.waiting === null };
        return ok(await issuers.redeem(await clientOf(signOn), returning, now));
      } catch (error) {
        log.warn({ err: error, org: signOn.org, user: flow.user }, 'single_sign_on.refused');
        return { ok: false, failure: failureOf(error, signOn.name) };
      }
    },

    async storeReauthentication({ org, uid, user, said, now }) {
      const expires_at = addMs(now, flowMs);
      await database.tenant(org, (db) =>
        db
          .insertInto('identity.reauthentication')
          .values({ org_id: org, uid, user_uid: user, said, expires_at })
          .execute(),
      );
    },

    async takeReauthentication({ org, uid, user, now }) {
      const row = await database.tenant(org, (db) =>
        db
          .deleteFrom('identity.reauthentication')
          .where('org_id', '=', org)
          .where('uid', '=', uid)
          .where('user_uid', '=', user)
          .returningAll()
          .executeTakeFirst(),
      );
      return row && row.expires_at > now ? row.said : null;
    },
  };
}

/** Something that the issuer's admin can mend, somewhere in the chain of causes. */
function sentenceOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof IssuerUnreachable || at instanceof IssuerUnfit) return at.message;
  return null;
}

/**
 * The issuer is away, the person turned back there, or the answer is wrong: the last alone counts as a failed attempt.
 */
function failureOf(error: unknown, issuer: string): Failure {
  if (sentenceOf(error) !== null) return { code: 'issuer_unreachable', facts: { issuer } };
  if (error instanceof AuthorizationResponseError) return { code: 'single_sign_on_cancelled', facts: { issuer } };
  return { code: 'reauthentication_invalid', facts: { issuer } };
}
