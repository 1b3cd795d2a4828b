import http from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { World } from './protocol.ts';

/** Sends the head of a POST that waits for 100 Continue, and the body `{}` once it is asked for. */
async function continued(port: number, path: string, headers: Record<string, string>) {
  let asked = false;
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = { ...headers, Expect: '100-continue' };
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', headers: sent }, resolve);
    request.on('continue', () => {
      asked = true;
      request.end('{}');
    });
    request.on('error', reject).flushHeaders();
  });
  answer.destroy();
  return { status: answer.statusCode, continued: asked };
}

/** What holds of every body that is sent or answered. */
export function describeBodies(world: World): void {
  describe('a body', () => {
    const send = (body: string, headers = {}) => {
      const { site, client } = world();
      return client.send(site.ours.author, { method: 'POST', path: '/api/docs', body, headers });
    };
    it('that is too large is not read, nor asked for with 100 Continue, and the limit is named', async () => {
      const limit = 'A body is limited to 1 MB. Files go to presigned addresses.';
      const answer = await send(JSON.stringify({ name: 'x'.repeat(1_100_000) }));
      expect(answer).toMatchObject({ status: 413, json: { detail: limit } });
      const { site, client } = world();
      const expecting = (path: string, length: number) =>
        continued(site.server.port, path, {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Content-Length': String(length),
        });
      const token = await client.tokenOf(site.ours.author);
      expect(await expecting('/api/docs', 5_000_000_000)).toEqual({ status: 413, continued: false });
      expect(await expecting('/api/docs', 2)).toEqual({ status: 422, continued: true });
    });
    it('that tells no length is refused where it passes the limit, and its rest is not read', async () => {
      const { site, client } = world();
      const token = await client.tokenOf(site.ours.author);
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
        const sent = http.request(`${site.server.url}/api/docs`, { method: 'POST', headers }, resolve);
        const more = () => !sent.destroyed && void sent.write('x'.repeat(64_000), () => setTimeout(more, 5));
        sent.on('error', reject);
        more();
      });
      expect(answer).toMatchObject({ statusCode: 413, headers: { connection: 'close' } });
      expect(await text(answer)).toContain('A body is limited to 1 MB.');
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
}
