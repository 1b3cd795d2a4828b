import { createHash } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomPKCECodeVerifier,
  type Configuration,
} from 'openid-client';
import type { IdToken } from '#events/single-sign-on/reauthentication.ts';
import { instantOf, type Instant } from '#events/time.ts';
import { issuerFetch } from '#app/sign-in/adapters/single-sign-on/issuer-fetch.ts';

export interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What the authorization request needs. */
export interface Asking {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
  email: string | null;
  /** The person authenticates again, whatever session the issuer has of them. */
  again: boolean;
}

export interface Returning {
  /** The callback's address as the browser asked for it, with the code. */
  address: URL;
  state: string;
  nonce: string;
  verifier: string;
  /** The email address is needed too, which some issuers give apart from the token. */
  withEmail: boolean;
}

export interface Returned {
  token: IdToken;
  subject: string;
  /** The address, where the issuer says that it was verified. */
  verifiedEmail: string | null;
}

export { randomPKCECodeVerifier as randomVerifier };

export interface Issuers {
  /** Reads the discovery document; throws where the issuer cannot be used. */
  check(client: Client): Promise<void>;
  /** The address that the browser goes to. */
  ask(client: Client, asking: Asking, now: Instant): Promise<URL>;
  /** Redeems the code. Throws where anything about the token is wrong but when and who. */
  redeem(client: Client, returning: Returning, now: Instant): Promise<Returned>;
}

/** OpenID Connect by `openid-client`: code flow with PKCE. The issuer's keys are asked for each time: they rotate. */
export function createIssuers(allowPrivate: boolean): Issuers {
  const fetch = issuerFetch(allowPrivate);

  async function configuration({ issuer, clientId, clientSecret }: Client, now: Instant): Promise<Configuration> {
    const insecure = allowPrivate && issuer.startsWith('http:');
    const found = await discovery(
      new URL(issuer),
      clientId,
      // The library compares with the machine's clock, the product with the database's.
      { client_secret: clientSecret, [clockSkew]: Math.round((Date.parse(now) - Date.now()) / 1000) },
      (as, client, body, headers) => {
        const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic() : ClientSecretPost();
        return authenticate(as, client, body, headers);
      },
      {
        // A signature is evidence: the token's own is checked, not TLS alone.
        execute: [enableNonRepudiationChecks, ...(insecure ? [allowInsecureRequests] : [])],
        [customFetch]: fetch,
        timeout: 10,
      },
    );
    return found;
  }

  return {
    async check(client) {
      const found = await configuration(client, instantOf(Date.now()));
      const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = found.serverMetadata();
      if (issuer !== client.issuer) throw new IssuerUnfit(`The issuer calls itself ${issuer.slice(0, 200)}.`);
      const missing = Object.entries({ authorization_endpoint, token_endpoint, jwks_uri }).find(([, url]) => !url);
      if (missing) throw new IssuerUnfit(`The discovery document of the issuer has no ${missing[0]}.`);
    },

    async ask(client, { redirectUri, state, nonce, verifier, email, again }, now) {
      return buildAuthorizationUrl(await configuration(client, now), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(email !== null && { login_hint: email }),
        ...(again && { max_age: '0', prompt: 'login' }),
      });
    },

    async redeem(client, { address, state, nonce, verifier, withEmail }, now) {
      const own = await configuration(client, now);
      const tokens = await authorizationCodeGrant(own, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || !tokens.id_token) throw new Error('The issuer sent no ID token.');
      const said =
        withEmail && claims.email === undefined && own.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(own, tokens.access_token, claims.sub)
          : claims;
      const verified = said.email_verified === true && typeof said.email === 'string';
      return {
        token: {
          algorithm: algorithmOf(tokens.id_token),
          claims,
          sha256: createHash('sha256').update(tokens.id_token).digest('hex'),
        },
        subject: claims.sub,
        verifiedEmail: verified ? (said.email as string) : null,
      };
    },
  };
}

/** The issuer's discovery document does not fit; `message` is a sentence for the admin. */
export class IssuerUnfit extends Error {}

function algorithmOf(token: string): string {
  const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8')) as { alg?: unknown };
  return typeof header.alg === 'string' ? header.alg : 'none';
}
