import { createServer } from 'node:http';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Provider, type Context } from 'oidc-provider';

export const clientId = 'imprimatur';
export const clientSecret = 'correct-horse-battery-staple-9';

/** Somebody in the directory. */
export interface DirectoryPerson {
  subject: string;
  email: string;
  verified?: boolean;
}

export interface RealIssuer {
  url: string;
  /** Who signs in next, and what the directory says of them. */
  person: DirectoryPerson;
  /** Another signing key; the one before is gone. */
  rotate(): void;
  /** Goes through the issuer's pages as a browser does, and answers the query that it comes back with. */
  walk(address: string): Promise<string>;
  stop(): void;
}

const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomBytes(8).toString('hex'),
  use: 'sig',
  alg: 'RS256',
});

/** `oidc-provider` on a port of its own, whose login page lets the chosen person in. */
export async function realIssuer(callback: string): Promise<RealIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const issuer: RealIssuer = { url, person: { subject: 'nobody', email: '' }, rotate, walk, stop };

  let provider = withKey();
  function withKey(): Provider {
    const made = new Provider(url, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
      jwks: { keys: [newKey()] },
      cookies: { keys: ['a-key-of-the-test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/login' },
      ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => {
          const { email, verified = true } = issuer.person;
          return { sub, email, email_verified: verified };
        },
      }),
      async loadExistingGrant({ oidc }: Context) {
        const { clientId: client } = oidc.client;
        const grant = new oidc.provider.Grant({ clientId: client, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
    return made;
  }

  function rotate(): void {
    provider = withKey();
  }

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/login'))
      void provider.interactionFinished(request, response, {
        login: { accountId: issuer.person.subject, amr: ['pwd'] },
      });
    else void provider.callback()(request, response);
  });

  async function walk(address: string): Promise<string> {
    const cookies = new Map<string, string>();
    for (let at = new URL(address), steps = 0; steps < 10; steps++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`The issuer answered ${answer.status}: ${await answer.text()}`);
      at = new URL(location, at);
      if (at.href.startsWith(callback)) return at.search;
    }
    throw new Error('The issuer leads nowhere.');
  }

  return issuer;
}
