import { createServer, type IncomingMessage } from 'node:http';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { clientId } from './real-issuer.ts';

/** What the next token says and how it is signed. */
export interface Forgery {
  claims?: Record<string, unknown>;
  /** Seconds that the issuer's clock is slow. */
  behind?: number;
  algorithm?: string;
  /** Signed by a key that the issuer does not publish. */
  foreignKey?: boolean;
  /** Changed after it was signed. */
  tampered?: boolean;
}

export interface HostileIssuer {
  url: string;
  forgery: Forgery;
  subject: string;
  email: string;
  /** The parameters of the last request, as the browser carried them here. */
  asked: URLSearchParams;
  /** Comes back at once from an address that the product sent the browser to. */
  walk(address: string): Promise<string>;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An issuer that says whatever the test wants, in the forms of OpenID Connect. */
export async function hostileIssuer(): Promise<HostileIssuer> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const issuer: HostileIssuer = {
    url: '',
    forgery: {},
    subject: 'somebody',
    email: '',
    asked: new URLSearchParams(),
    walk(address) {
      issuer.asked = new URL(address).searchParams;
      const back = new URLSearchParams({ code: 'a-code', state: issuer.asked.get('state') ?? '', iss: issuer.url });
      return Promise.resolve(`?${back.toString()}`);
    },
  };

  function token(): string {
    const { claims = {}, behind = 0, algorithm = 'RS256', foreignKey = false, tampered = false } = issuer.forgery;
    const now = Math.floor(Date.now() / 1000) - behind;
    const payload = {
      iss: issuer.url,
      sub: issuer.subject,
      aud: clientId,
      iat: now,
      exp: now + 60,
      auth_time: now,
      nonce: issuer.asked.get('nonce'),
      email: issuer.email,
      email_verified: true,
      acr: 'urn:example:gold',
      amr: ['pwd', 'otp'],
      ...claims,
    };
    const signed = `${part({ alg: algorithm, kid: 'one' })}.${part(payload)}`;
    if (algorithm === 'none') return `${signed}.`;
    const signature = signatureOf(signed, foreignKey ? foreign : own.privateKey);
    if (!tampered) return `${signed}.${signature}`;
    return `${part({ alg: algorithm, kid: 'one' })}.${part({ ...payload, acr: 'forged' })}.${signature}`;
  }

  const server = createServer((request, response) => {
    const json = (value: object): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const { pathname } = new URL(request.url ?? '/', issuer.url);
    if (pathname === '/.well-known/openid-configuration')
      return json({
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/auth`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none'],
      });
    if (pathname === '/keys')
      return json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] });
    void drained(request).then(() =>
      json({ access_token: randomBytes(8).toString('hex'), token_type: 'Bearer', id_token: token() }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}

const signatureOf = (signed: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(signed), key).toString('base64url');

const drained = async (request: IncomingMessage): Promise<void> => {
  for await (const part of request) createHash('sha256').update(part as Buffer);
};
