import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { describeCalls } from '#app/api/openapi.ts';
import { refusalsOf } from '#app/api/refusals.ts';
import { endpoints } from '#app/api/endpoints.ts';
import type { Site } from '#tests/http/site.ts';
import type { ApiClient } from './client.ts';

type World = () => { site: Site; client: ApiClient };

/** What holds of every call: tokens, methods, bodies, tags, parts of lists. */
export function describeProtocol(world: World): void {
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
      expect(shown.text).toContain('A program, through a call');
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

  describe('a body', () => {
    const send = (body: string, headers = {}) => {
      const { site, client } = world();
      return client.send(site.ours.author, { method: 'POST', path: '/api/docs', body, headers });
    };
    it('that is too large is not read', async () => {
      expect((await send(JSON.stringify({ name: 'x'.repeat(1_100_000) }))).status).toBe(413);
    });
    it('that lies too deep, or in an encoding that nobody knows, is refused', async () => {
      expect((await send('['.repeat(200_000) + ']'.repeat(200_000))).status).toBe(400);
      expect((await send('{}', { 'Content-Encoding': 'zstd-9' })).status).toBe(415);
    });
    it('whose bytes are no UTF-8 is refused: what would be recorded is not what was sent', async () => {
      const { site, client } = world();
      const answer = await fetch(`${site.server.url}/api/depts`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${await client.tokenOf(site.ours.admin)}`,
          'Content-Type': 'application/json',
        },
        body: Buffer.from('{"name":"Métrologie"}', 'latin1'),
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        type: '/api/docs#problem-malformed',
        detail: 'The body is not UTF-8.',
      });
    });
    it('or an address whose bytes are none is refused as well', async () => {
      const { site, client } = world();
      const place = (filename: string) =>
        client.send(site.ours.author, {
          method: 'GET',
          path: `/api/docs/${site.ours.documents.draft}/uploadworking?filename=${filename}`,
        });
      expect(await place('m%E9trologie.docx')).toMatchObject({ status: 400 });
      expect((await place('m%C3%A9trologie.docx')).status).toBe(200);
      expect((await place('50%.docx')).status).toBe(200);
    });
    it('that is missing is reported field by field', async () => {
      const { site, client } = world();
      const answer = await client.send(site.ours.author, { method: 'POST', path: '/api/docs' });
      const required = ['This field is required.'];
      const missing = { name: required, type: required, functionalArea: required, docNum: required, version: required };
      expect(answer).toMatchObject({ status: 422, json: { errors: missing } });
    });
  });

  describe('what is read', () => {
    it('is answered with 304 while nothing changed', async () => {
      const { site, client } = world();
      for (const path of [
        `/api/docs/${site.ours.documents.effective}`,
        `/api/orgs/${site.ours.world.org}/docs?limit=2`,
      ]) {
        const first = await client.send(site.ours.author, { method: 'GET', path });
        const etag = first.headers.get('etag') ?? '';
        expect(first.headers.get('cache-control')).toBe('private, no-cache');
        const again = await client.send(site.ours.author, {
          method: 'GET',
          path,
          headers: { 'If-None-Match': `"x", W/${etag}` },
        });
        expect(again).toMatchObject({ status: 304, text: '' });
      }
    });

    it('comes compressed', async () => {
      const { site, client } = world();
      const token = await client.tokenOf(site.ours.author);
      const encoding = await new Promise((resolve, reject) => {
        const address = `${site.server.url}/api/orgs/${site.ours.world.org}/docs`;
        const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' };
        http
          .get(address, { headers }, (answer) => (answer.resume(), resolve(answer.headers['content-encoding'])))
          .on('error', reject);
      });
      expect(encoding).toBe('gzip');
    });

    it('comes in parts that together are the whole list', async () => {
      const { site, client } = world();
      const path = `/api/orgs/${site.theirs.world.org}/docs`;
      const whole = await client.data<{ uid: string }[]>(site.theirs.admin, { method: 'GET', path });
      const parts: { uid: string }[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const address = `${path}?limit=3${cursor && `&cursor=${cursor}`}`;
        const { json } = await client.send(site.theirs.admin, { method: 'GET', path: address });
        const part = json as { data: { uid: string }[]; next: string | null };
        expect(part.data.length).toBeLessThanOrEqual(3);
        parts.push(...part.data);
        cursor = part.next;
      }
      expect(whole.length).toBeGreaterThan(6);
      expect(parts).toEqual(whole);
    });
  });

  describe('If-Match', () => {
    it('lets a change through once, and only of what was read', async () => {
      const { site, client } = world();
      const path = `/api/docs/${site.theirs.documents.draft}`;
      const read = await client.send(site.theirs.author, { method: 'GET', path });
      const document = (read.json as { data: Record<string, unknown> }).data;
      const headers = { 'If-Match': read.headers.get('etag') ?? '' };
      const put = (name: string, match: Record<string, string>) =>
        client.send(site.theirs.author, { method: 'PUT', path, body: { ...document, name }, headers: match });
      const first = await put('Change Control, Revised', headers);
      expect(first).toMatchObject({ status: 200, json: { data: { name: 'Change Control, Revised' } } });
      expect(await put('Overwritten', headers)).toMatchObject({ status: 412 });
      expect(await put('Not ours', { 'If-Match': '"some-other-tag"' })).toMatchObject({ status: 412 });
      const later = { 'If-Match': first.headers.get('etag') ?? '' };
      expect(await put('Change Control', later)).toMatchObject({ status: 200 });
    });
  });

  describe('a password', () => {
    it('is reset with the code of the e-mail, which ends every session', async () => {
      const { site, client } = world();
      const { employee: person } = site.theirs;
      const before = await client.signIn(person);
      const now = new Date().toISOString();
      const code = await site.services.identity.codes.issue({
        org: person.org,
        user: person.uid,
        purpose: 'reset',
        key: 'a test of the calls',
        issuedAt: now,
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      });
      const body = { email: person.email, code, newPassword: 'umbrella-stand-by-the-sea-4' };
      const sent = { method: 'POST', path: '/api/identity/reset-password', body } as const;
      const { status, json } = await client.sendWith(null, sent);
      expect(status).toBe(200);
      const { token } = (json as { data: { token: string } }).data;
      const of = { method: 'GET', path: `/api/users/${person.uid}` } as const;
      expect((await client.sendWith(before, of)).status).toBe(401);
      expect((await client.sendWith(token, of)).status).toBe(200);
    });
  });

  describe('an account', () => {
    it('is confirmed with the code of its e-mail, once', async () => {
      const { site, client } = world();
      const { invited: person } = site.ours;
      const now = Date.now();
      const code = await site.services.identity.codes.issue({
        org: person.org,
        user: person.uid,
        purpose: 'confirm',
        key: 'a confirmation of the calls',
        issuedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + 3_600_000).toISOString(),
      });
      const confirm = (newCredential: string) =>
        client.sendWith(null, {
          method: 'POST',
          path: '/api/users/confirm',
          body: { username: person.email, confirmationCode: code, newCredential },
        });
      expect(await confirm('password12')).toMatchObject({ status: 406, json: { title: 'Password was not accepted.' } });
      const done = await confirm('umbrella-stand-by-the-sea-4');
      expect(done).toMatchObject({ status: 200, json: { data: { uid: person.uid, reconfirmed: false } } });
      expect((await confirm('umbrella-stand-by-the-sea-4')).status).toBe(410);
    });

    it('is locked out by no number of reported failures, which are recorded and limited', async () => {
      const { site, client } = world();
      const { approver: person } = site.ours;
      const report = () =>
        client.sendWith(null, { method: 'GET', path: `/api/users/failedattempt?email=${person.email.toUpperCase()}` });
      const answers = [];
      for (let time = 0; time < 22; time++) answers.push(await report());
      expect(answers.map(({ status }) => status).slice(0, 20)).toEqual(Array(20).fill(200));
      expect(answers.at(-1)?.status).toBe(429);
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await client.signIn(person)).toMatch(/\S/);
      const { rows } = await site.db.owner.query(
        `select count(*)::int as count from ledger.event where org_id = $1 and type = 'SignInFailed'
           and canonical like '%reported_by_client%' and canonical like '%' || $2 || '%'`,
        [person.org, person.uid],
      );
      expect(rows[0]).toEqual({ count: 20 });
    });
  });

  it('the page to read has every call, and a line for every type of problem', async () => {
    const { site, client } = world();
    const answer = await fetch(`${site.server.url}/api/docs`);
    const page = await answer.text();
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const codes = endpoints.flatMap((endpoint) => [...refusalsOf(endpoint)]);
    const wanted = [
      ...client.description.operations.map(({ operationId }) => operationId),
      ...[...codes, 'not_found', 'method_not_allowed'].map((code) => `problem-${code}`),
      ...Object.keys(client.description.text.components.schemas).map((name) => `entity-${name}`),
    ];
    expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
    // Everything it loads is the server's own.
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect((await client.send(null, { method: 'PATCH', path: '/api/docs' })).headers.get('allow')).toContain('GET');
  });

  it('the description is made from what is mounted', () => {
    const { client } = world();
    const { paths } = describeCalls(endpoints, { version: '', publicUrl: '' }) as { paths: object };
    expect(client.description.text.paths).toEqual(JSON.parse(JSON.stringify(paths)));
  });
}
