import http from 'node:http';
import packageFile from '#package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startServer, type RunningServer } from '#tests/support/server.ts';
import { ask, post } from './http-request.ts';

let database: TestDatabase;
let plain: RunningServer;
let secure: RunningServer;

beforeAll(async () => {
  database = await freshDatabase();
  const common = { DATABASE_URL: database.url };
  [plain, secure] = await Promise.all([
    startServer({ environment: common }),
    startServer({
      environment: { ...common, PUBLIC_URL: 'https://quality.northmere.example', TRUST_PROXY: 'loopback' },
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([plain.remove(), secure.remove()]);
  await database.close();
});

describe('the manual', () => {
  it('[P11-10k1] ships with the product, and needs no sign-in', async () => {
    const { text, statusCode } = await ask(plain, { path: '/manual' });
    expect(statusCode).toBe(200);
    expect(text).toMatch(/<h1[^>]*>[^<]*Manual/i);
  });

  it('[P11-10k2] names the version of the product', async () => {
    const { text } = await ask(plain, { path: '/manual' });
    expect(text).toContain(packageFile.version);
  });
});

describe('every answer', () => {
  it('has the headers that keep a browser safe', async () => {
    const { headers } = await ask(plain, { path: '/setup' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('has another nonce each time, which every inline script of the page bears', async () => {
    const answers = [await ask(plain, { path: '/setup' }), await ask(plain, { path: '/setup' })];
    const nonces = answers.map(
      ({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1],
    );
    expect(nonces[0]).not.toBe(nonces[1]);
    const scripts = [...(answers[0]?.text.matchAll(/<script\b[^>]*>/g) ?? [])].map((match) => match[0]);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonces[0]}"`);
    expect(answers[0]?.text).not.toMatch(/\sstyle="/);
  });

  it('is not cached where it redirects: of a page, of its data, and of the HTTP server', async () => {
    for (const path of ['/', '/dashboard', '/dashboard.data', '/sign-out']) {
      const { headers } = await ask(plain, { path });
      expect(headers['cache-control'], path).toBe('no-store');
    }
    expect((await ask(plain, { path: '/' })).statusCode).toBe(302);
  });

  it('names in the title what its heading says, where it is an error page', async () => {
    const missing = await ask(plain, { path: '/no/such/page' });
    expect(missing.statusCode).toBe(404);
    expect(missing.text).toContain('<title>Page not found - Imprimatur</title>');
    const sent = await post(plain, { Origin: `http://127.0.0.1:${plain.port}` }, '/no/such/page');
    expect(sent.text).toContain(`<title>${/<h1>([^<]+)/.exec(sent.text)?.[1]} - Imprimatur</title>`);
  });

  it('[A11-13a] names on an error page the reference that finds it in the log', async () => {
    const { text, headers } = await ask(plain, { path: '/no/such/page' });
    const reference = String(headers['x-request-id']);
    expect(/Reference <span[^>]*>([^<]+)</.exec(text)?.[1]).toBe(reference);
    const line: unknown = expect.objectContaining({ request: reference, path: '/no/such/page' });
    await expect.poll(() => plain.log()).toContainEqual(line);
  });

  it('sends HSTS where PUBLIC_URL is https', async () => {
    const { headers } = await ask(secure, { path: '/setup' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  it('lets files with a digest in their name be cached for ever', async () => {
    const page = await ask(plain, { path: '/setup' });
    const asset = /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? '';
    const { headers, statusCode } = await ask(plain, { path: asset });
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

describe('a request that another site makes a browser send', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { Origin: 'https://evil.example' }],
    ['an origin that only looks alike', { Origin: 'http://localhost.evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['no origin, but a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['no origin, but a same-site fetch of a sibling', { 'Sec-Fetch-Site': 'same-site' }],
    ['a forwarded host of its choice', { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }],
  ];

  it.each(foreign)('is refused with 403 and a page: %s', async (_name, headers) => {
    const answer = await post(plain, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).toContain('This request came from another site');
    expect(answer.text).toContain(String(answer.headers['x-request-id']));
  });

  it('is refused for every path and method that changes something', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await ask(plain, {
        method,
        path: '/dashboard/users',
        headers: { Origin: 'https://evil.example' },
      });
      expect(answer.statusCode).toBe(403);
    }
  });

  it('is distinguished from the product’s own, and from a program’s', async () => {
    for (const headers of [{ Origin: plain.url }, { 'Sec-Fetch-Site': 'same-origin' }, {}] as Record<
      string,
      string
    >[]) {
      expect((await post(plain, { Host: `localhost:${plain.port}`, ...headers })).statusCode).not.toBe(403);
    }
  });

  it('holds to PUBLIC_URL alone where that is https', async () => {
    const host = { Host: `localhost:${secure.port}` };
    expect((await post(secure, { ...host, Origin: secure.url })).statusCode).toBe(403);
    expect((await post(secure, { ...host, Origin: 'http://quality.northmere.example' })).statusCode).toBe(403);
    const own = await post(secure, { ...host, Origin: 'https://quality.northmere.example' });
    expect(own.statusCode).toBeLessThan(500);
    expect(own.text).not.toContain('This request came from another site');
  });

  it('passes to /api with a bearer token, since no cookie counts there', async () => {
    const answer = await post(plain, { Origin: 'https://tool.example', Authorization: 'Bearer x' }, '/api/documents');
    expect(answer.text).not.toContain('This request came from another site');
  });
});

describe('forwarded headers', () => {
  it('count from a configured proxy alone', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' };
    const [believed, ignored] = [
      await ask(secure, { path: '/', headers: forwarded }),
      await ask(plain, { path: '/', headers: forwarded }),
    ];
    const addressOf = async (server: RunningServer, id: unknown) =>
      (await server.log()).find((line) => line.request === id && line.msg === 'http.answered')?.address;
    // The line is written once the answer is out.
    const said = (server: RunningServer, answer: http.IncomingMessage) =>
      expect.poll(() => addressOf(server, answer.headers['x-request-id']));
    await said(secure, believed).toBe('203.0.113.7');
    await said(plain, ignored).toBe('127.0.0.1');
  });
});

describe('what goes wrong', () => {
  it('is answered with 404 and a page where there is nothing', async () => {
    const answer = await ask(plain, { path: '/nothing/here', headers: { Accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.text).not.toMatch(/\bat .*\.(?:ts|js):\d+/);
  });

  it('leads on from an address that an earlier release gave', async () => {
    const led = async (path: string, to: string) => {
      const answer = await ask(plain, { path });
      expect([answer.statusCode, answer.headers.location]).toEqual([301, to]);
    };
    await led('/dashboard/settings/seal.pem', '/dashboard/settings/certificate.pem');
    await led('/dashboard/settings/passwords', '/dashboard/settings/ways-in');
  });

  it('is refused with 405 where a page has no such method, and says which it has', async () => {
    for (const method of ['TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY']) {
      for (const path of ['/', '/dashboard', '/healthz', '/nothing/here', '/api/openapi.json']) {
        const answer = await ask(plain, { method, path });
        expect([method, path, answer.statusCode]).toEqual([method, path, 405]);
        expect(answer.headers.allow).toContain('GET, HEAD');
        expect(answer.text).toContain('This address does not support this method.');
      }
    }
    const options = await ask(plain, { method: 'OPTIONS', path: '/setup' });
    expect(options).toMatchObject({ statusCode: 204, text: '' });
    expect(options.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect(await ask(plain, { method: 'HEAD', path: '/setup' })).toMatchObject({ statusCode: 200, text: '' });
  });

  it('refuses to be a proxy', async () => {
    const answer = await new Promise<{ status: number | undefined; allow: string | undefined }>((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port: plain.port, method: 'CONNECT', path: 'db.example:5432' });
      request.on('connect', ({ statusCode, headers }, socket) => {
        socket.destroy();
        resolve({ status: statusCode, allow: headers.allow });
      });
      request.on('error', reject).end();
    });
    expect(answer).toEqual({ status: 405, allow: 'GET, HEAD, POST, OPTIONS' });
  });

  it('refuses a form that breaks off or is none as the sender’s mistake', async () => {
    const part = '--x\r\nContent-Disposition: form-data\r\n\r\nhi\r\n--x--\r\n';
    for (const [boundary, body] of [
      ['x', '--x\r\n'],
      ['', 'x'],
      ['x', part],
    ] as const) {
      const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
      const answer = await ask(plain, { method: 'POST', path: '/setup', headers }, body);
      expect([body, answer.statusCode]).toEqual([body, 400]);
      expect(answer.text).toContain('The request could not be read.');
    }
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const many = await ask(plain, { method: 'POST', path: '/setup', headers, timeout: 10_000 }, 'a=b&'.repeat(100_000));
    expect(many.statusCode).toBe(413);
  });

  it('does not go through a list as long as the name of a field says', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const intent = (payload: object) => `__intent__=${encodeURIComponent(JSON.stringify({ type: 'update', payload }))}`;
    for (const body of [
      'email[999999999]=a',
      'email.x.y=a&email[0][1]=b&[]=c&a[b=d',
      intent({ name: 'email', index: 999_999_999, value: 'a' }),
      '__proto__=a&constructor=b',
    ]) {
      const answer = await ask(plain, { method: 'POST', path: '/setup', headers, timeout: 10_000 }, body);
      expect([body, answer.statusCode]).toEqual([body, 422]);
    }
  });

  it('survives a request that is no URL', async () => {
    const answer = await ask(plain, { path: '//%' });
    expect(answer.statusCode).toBeLessThan(600);
    expect(answer.text).not.toMatch(/\bat .*\.(?:ts|js):\d+/);
    expect((await ask(plain, { path: '/healthz' })).statusCode).toBe(200);
  });

  it('refuses a form where a page takes none, and logs no fault for it', async () => {
    const answer = await post(plain, { Origin: plain.url }, '/manual');
    expect(answer.statusCode).toBe(405);
    const id = answer.headers['x-request-id'];
    await vi.waitFor(async () => {
      const lines = (await plain.log()).filter(({ request }) => request === id);
      expect(lines.map(({ level, msg }) => [level, msg])).toEqual([['info', 'http.answered']]);
    });
  });

  it('refuses an address with a NUL, which no database holds', async () => {
    for (const path of ['/?redirect=%00', '/dashboard/reports?area=a%00b', '/dashboard/docs/%00']) {
      const answer = await ask(plain, { path });
      expect([path, answer.statusCode]).toEqual([path, 400]);
      expect(answer.text).toContain('The request could not be read.');
    }
    expect((await ask(plain, { path: '/manual?a=%2500' })).statusCode).toBe(200);
  });

  it('is reported as every other refusal is where a request names no host, two, or an impossible one', async () => {
    const hosts: [string[], number][] = [
      [[], 400],
      [['Host', 'a', 'Host', 'b'], 400],
      [['Host', 'a b'], 400],
      [['Host', 'a:99999'], 400],
      [['Host', `localhost:${plain.port}`, 'Expect', 'miracles'], 200],
      [['Host', '[::1]:80'], 200],
    ];
    for (const [headers, status] of hosts) {
      const answer = await ask(plain, { path: '/setup', setHost: false, headers });
      expect([headers, answer.statusCode]).toEqual([headers, status]);
      if (status === 400)
        expect(JSON.parse(answer.text)).toMatchObject({ type: '/api/docs#problem-malformed', status });
    }
  });

  it('does not take a form whole that is larger than any of its own, or no form', async () => {
    const send = (headers: Record<string, string | number>, body: string, path = '/?index') =>
      ask(plain, { method: 'POST', path, headers }, body);
    const form = 'application/x-www-form-urlencoded';
    const large = `email=${'a'.repeat(4_000_000)}`;
    const answers = await Promise.all([
      send({ 'Content-Type': form, 'Content-Length': large.length }, large),
      send({ 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': large.length }, large),
      send({ 'Content-Type': form, 'Transfer-Encoding': 'chunked' }, 'email=a'),
      send({ 'Content-Type': 'application/json' }, '{}'),
      send({ 'Content-Type': form, 'Content-Length': large.length }, large, '/dashboard/docs/create'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([413, 413, 411, 415, 413]);
    for (const { headers, text } of answers) expect(text).toContain(String(headers['x-request-id']));
  });
});
