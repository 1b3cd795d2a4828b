import net from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#app/server/api/endpoints.ts';
import type { Site } from '#tests/http/site.ts';
import type { ApiClient } from '../client.ts';

export type World = () => { site: Site; client: ApiClient };

/** What holds of every call: tokens, addresses, methods. */
export function describeProtocol(world: World): void {
  describe('the query', () => {
    it('has no parameter that the call does not know, and each once: no misspelt filter reads everything', async () => {
      const { site, client } = world();
      const { org, author } = { org: site.ours.author.org, author: site.ours.author };
      const refusals: [string, string][] = [
        [`/api/orgs/${org}/docs?effectiv=true`, 'effectiv'],
        [`/api/orgs/${org}/docs?effective=true&effective=false`, 'effective'],
        [`/api/orgs/${org}/docs?limit=1&limit=2`, 'limit'],
        [`/api/orgs/${org}/approvals?statu=OPEN`, 'statu'],
        [`/api/users/${author.uid}?x=1`, 'x'],
      ];
      for (const [path, name] of refusals) {
        const answer = await client.send(author, { method: 'GET', path });
        expect(answer.json, path).toMatchObject({ status: 422, errors: { [name]: [expect.any(String)] } });
      }
      const path = `/api/docs/${site.ours.documents.effective}/departments?reeson=x`;
      const sent = await client.send(site.ours.admin, { method: 'POST', path, body: [] });
      expect(sent.json).toMatchObject({ status: 422, errors: { reeson: [expect.any(String)] } });
    });
  });

  describe('a bearer token', () => {
    const own = { method: 'GET', path: '' } as const;
    const self = ({ site }: ReturnType<World>) => ({ ...own, path: `/api/users/${site.ours.author.uid}` });

    it('is the only way in: a cookie is not looked at', async () => {
      const { site, client } = world();
      const page = await fetch(`${site.server.url}/?index`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Origin: site.server.url },
        body: new URLSearchParams({ email: site.ours.author.email, password: site.ours.author.password }),
      });
      const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      expect(cookie).toContain('imprimatur-session=');
      const answer = await client.sendWith(null, { ...self(world()), headers: { Cookie: cookie } });
      expect(answer.status).toBe(401);
      const [, token = ''] = cookie.split('=');
      expect((await client.sendWith(token, self(world()))).status).toBe(401);
    });

    it('is taken in whatever letters its scheme is written', async () => {
      const { site, client } = world();
      const address = `${site.server.url}${self(world()).path}`;
      const headers = { Authorization: `bearer ${await client.tokenOf(site.ours.author)}` };
      expect((await fetch(address, { headers })).status).toBe(200);
    });

    it('is refused as what it is where it is none of ours', async () => {
      const answer = await world().client.sendWith('not-a-token', self(world()));
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="imprimatur", error="invalid_token"');
    });

    it('ends with its session: by time, and by the person on the page of their sessions', async () => {
      const { site, client } = world();
      const { org, uid } = site.ours.approver;
      const begun = new Date(Date.now() - 13 * 3_600_000).toISOString();
      const limits = { idleMinutes: 30, absoluteHours: 12 };
      const old = await site.services.identity.sessions.create({
        org,
        user: uid,
        door: 'call',
        now: begun,
        address: null,
        agent: null,
        limits,
      });
      const of = { method: 'GET', path: `/api/users/${uid}` } as const;
      expect((await client.sendWith(old.token, of)).status).toBe(401);

      const token = await client.signIn(site.ours.approver);
      expect((await client.sendWith(token, of)).status).toBe(200);
      const [session] = await site.services.identity.sessions.list({ org, user: uid, now: new Date().toISOString() });
      expect(session?.door).toBe('call');
      const shown = await site.send(site.ours.approver, 'GET', '/sessions');
      expect(shown.text).toContain('A program, through the API');
      const ended = await site.send(site.ours.approver, 'POST', '/sessions', { session: session?.publicId ?? '' });
      expect(ended).toMatchObject({ status: 303, location: '/sessions' });
      expect((await client.sendWith(token, of)).status).toBe(401);
      expect((await site.send(site.ours.approver, 'GET', '/sessions')).status).toBe(200);
    });
  });

  describe('an address', () => {
    it('that is not there answers 404, with a token or without', async () => {
      const { site, client } = world();
      for (const by of [null, site.ours.admin])
        expect(await client.send(by, { method: 'GET', path: '/api/nothing/here' })).toMatchObject({ status: 404 });
    });

    it('names the methods that it has', async () => {
      const { site, client } = world();
      const answer = await client.send(site.ours.admin, {
        method: 'PATCH',
        path: `/api/docs/${site.ours.documents.draft}`,
      });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(
        [
          ...new Set(endpoints.filter(({ path }) => path === '/api/docs/{uid}').map(({ method }) => method)),
          'HEAD',
        ].toSorted(),
      );
      expect(answer.json).toMatchObject({ type: '/api/docs#problem-method_not_allowed' });
    });

    it('answers a program at the page of documents with a problem, and a browser with the page', async () => {
      const { site } = world();
      const asked = (accept: string) => fetch(`${site.server.url}/api/docs`, { headers: { Accept: accept } });
      const answer = await asked('application/json');
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await answer.json()).toMatchObject({ detail: 'Documents are listed at /api/orgs/{orgUid}/docs.' });
      for (const accept of ['*/*', 'text/html,application/json;q=0.9'])
        expect((await asked(accept)).headers.get('content-type')).toContain('text/html');
    });

    it('says how many requests are left', async () => {
      const { site, client } = world();
      const path = `/api/docs/${site.ours.documents.effective}`;
      const left = async () => (await client.send(site.ours.author, { method: 'GET', path })).headers;
      const [first, second] = [await left(), await left()];
      expect(Number(first.get('ratelimit-limit'))).toBeGreaterThan(0);
      expect(Number(second.get('ratelimit-remaining'))).toBeLessThan(Number(first.get('ratelimit-limit')));
      expect(Number(second.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
    });

    it('answers HEAD as GET, without the body', async () => {
      const { site, client } = world();
      const path = `/api/docs/${site.ours.documents.effective}`;
      const [head, get] = [
        await client.send(site.ours.author, { method: 'HEAD', path }),
        await client.send(site.ours.author, { method: 'GET', path }),
      ];
      expect(head).toMatchObject({ status: 200, text: '' });
      expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    });

    it('answers HEAD with 405 where GET changes something, and changes nothing', async () => {
      const { site, client } = world();
      const person = site.ours.approver;
      const token = await client.signIn(person);
      for (const name of ['logout', 'login', 'credsupdated']) {
        const answer = await client.sendWith(token, { method: 'HEAD', path: `/api/users/${person.uid}/${name}` });
        expect({ name, status: answer.status, allow: answer.headers.get('allow') }).toEqual({
          name,
          status: 405,
          allow: 'GET',
        });
      }
      const failed = { method: 'HEAD', path: `/api/users/failedattempt?email=${person.email}` } as const;
      expect((await client.sendWith(null, failed)).status).toBe(405);
      expect((await client.sendWith(token, { method: 'GET', path: `/api/users/${person.uid}` })).status).toBe(200);
    });
  });

  describe('what is beyond HTTP', () => {
    it('is refused as described: an address or headers of more than 16 kB', async () => {
      const { site, client } = world();
      const long = 'x'.repeat(20_000);
      const answers = [
        await client.sendWith(null, { method: 'GET', path: `/api/users/${long}` }),
        await client.sendWith(null, { method: 'GET', path: '/api/users/x', headers: { 'X-Long': long } }),
      ];
      for (const { status, headers, json } of answers) {
        expect({ status, connection: headers.get('connection') }).toEqual({ status: 431, connection: 'close' });
        expect(json).toMatchObject({
          type: '/api/docs#problem-headers_too_large',
          title: 'The address and headers of a request are limited to 16 kB.',
          instance: `urn:imprimatur:request:${headers.get('x-request-id')}`,
        });
      }
      const refused = (await site.server.log()).filter(({ refusal }) => refusal === 'headers_too_large');
      expect(refused.map(({ request }) => request)).toEqual(answers.map(({ headers }) => headers.get('x-request-id')));
    });

    it('is refused as described: no request at all, with what follows it', async () => {
      const { port } = world().site.server;
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write('please give me the documents\r\n\r\n');
        socket.write('and the records\r\n\r\n');
      });
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(head).toContain('Content-Type: application/problem+json');
      expect(head).toContain(`Content-Length: ${body.length}`);
      expect(JSON.parse(body)).toMatchObject({ type: '/api/docs#problem-malformed', status: 400 });
    });
  });
}
