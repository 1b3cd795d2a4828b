import { createServer } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiClient, get } from '#tests/api/client.ts';
import { buildOrganisation, type ScenarioOrganisation } from '#tests/support/scenario.ts';
import { openSiteWith, type EmptySite } from './site.ts';

/** An empty S3 bucket that the test can stop. It takes the file that readiness writes. */
const bucket = createServer((request, response) =>
  request.method === 'PUT' && request.url?.startsWith('/one/readiness')
    ? request.resume().on('end', () => response.end())
    : response.writeHead(404, { 'Content-Type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>'),
);
/** A proxy to PostgreSQL that the test can interrupt. */
const sockets = new Set<Socket>();
let open = true;
const template = new URL(inject('templateUrl').replace('@/', '@localhost/'));
const way = net.createServer((socket) => {
  if (!open) return void socket.destroy();
  const host = template.searchParams.get('host') ?? '';
  const onward = net.connect(path.join(host, `.s.PGSQL.${template.searchParams.get('port') ?? '5432'}`));
  for (const each of [socket, onward]) {
    sockets.add(each);
    each.on('error', () => undefined).on('close', () => (socket.destroy(), onward.destroy(), sockets.delete(each)));
  }
  socket.pipe(onward).pipe(socket);
});
const listening = (server: net.Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

const through = (url: string, port: number): string => {
  const { pathname, username, password } = new URL(url.replace('@/', '@localhost/'));
  return `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`;
};

let site: EmptySite & ScenarioOrganisation;

beforeAll(async () => {
  const [s3, port] = await Promise.all([listening(bucket), listening(way)]);
  site = await openSiteWith(
    (services) => buildOrganisation(services, 'Northmere Diagnostics', 'northmere'),
    (url) => ({
      DATABASE_URL: through(url, port),
      S3_ENDPOINT: `http://127.0.0.1:${s3}`,
      S3_BUCKET: 'one',
      S3_ACCESS_KEY_ID: 'one',
      S3_SECRET_ACCESS_KEY: 'two',
      S3_FORCE_PATH_STYLE: 'true',
    }),
  );
});

afterAll(async () => {
  await site.close();
  way.close();
});

const words = (text: string) => text.replaceAll('&#x27;', "'").replaceAll(/<[^>]+>/g, ' ');

describe('a service that is temporarily unavailable', () => {
  it('answers 503 with Retry-After where the file storage is unavailable', async () => {
    const file = `/dashboard/docs/${site.documents.pending}/files/1.0/final?purpose=training`;
    const client = await ApiClient.of(site.server.url);
    const link = await client.data<string>(
      site.employee,
      get(`/api/docs/${site.documents.pending}/downloadtrainingdoc`),
    );
    expect((await site.send(site.employee, 'GET', file)).status, 'it is not there').toBe(404);
    bucket.closeAllConnections();
    await new Promise((resolve) => bucket.close(resolve));
    const shown = await site.send(site.employee, 'GET', file);
    expect(shown.status).toBe(503);
    expect(shown.headers.get('retry-after')).toBe('10');
    expect(words(shown.text)).toContain('The files cannot be reached at the moment');
    expect(words(shown.text)).toContain('Nothing was changed and nothing was lost.');
    expect(words(shown.text)).not.toContain('Something went wrong');
    const called = await fetch(link);
    expect(called.status).toBe(503);
    expect(words(await called.text())).toContain('The files cannot be reached at the moment');
  });

  it('answers 503 with Retry-After where the database is unavailable', async () => {
    expect((await site.send(site.admin, 'GET', '/dashboard?tab=manage')).status).toBe(200);
    open = false;
    for (const each of sockets) each.destroy();
    const shown = await site.send(site.admin, 'GET', '/dashboard/account');
    const sent = await site.send(site.admin, 'POST', '/dashboard/functional-areas/create', { name: 'ZA' });
    const called = await fetch(`${site.server.url}/api/docs/${site.documents.pending}`, {
      headers: { Authorization: 'Bearer imp_none' },
    });
    open = true;
    for (const { status, headers, text } of [shown, sent]) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('10');
      expect(words(text)).toContain('The database cannot be reached at the moment');
      expect(words(text)).toContain('If you sent a form, it may not have been recorded.');
      expect(words(text)).not.toContain('Something went wrong');
    }
    expect([called.status, called.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await called.json()).toMatchObject({ title: 'The database cannot be reached at the moment.' });
    expect((await site.send(site.admin, 'GET', '/dashboard?tab=manage')).status, 'at once').toBe(200);
    expect((await site.send(site.admin, 'POST', '/dashboard/functional-areas/create', { name: 'ZA' })).status).toBe(
      303,
    );
  });
});
