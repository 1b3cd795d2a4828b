import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from '#tests/http/site.ts';
import { serviceAccountOf } from '#tests/support/programs/service-accounts.ts';
import { get, type ApiClient } from './client.ts';

/** The original of a version as a program takes it. */
export function describeOriginal(world: () => { site: Site; client: ApiClient }): void {
  const people = () => world().site.ours;
  const path = () => `/api/docs/${people().documents.effective}/original`;
  const take = async (by: Person, headers: Record<string, string> = {}, method = 'GET', query = '') => {
    const { site, client } = world();
    const answer = await fetch(site.server.url + path() + query, {
      method,
      headers: { Authorization: `Bearer ${await client.tokenOf(by)}`, ...headers },
    });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const recordsOf = async (kind: 'retrieval' | 'reading', { uid }: Pick<Person, 'uid'>) => {
    const { site } = world();
    const { world: organisation, documents } = site.ours;
    const { events } = await site.services.ledger.readStream(organisation.org, `${kind}-${documents.effective}-${uid}`);
    return events.length;
  };

  describe('the original of a version', () => {
    it('is the bytes that were signed, named by their SHA-256 in each header', async () => {
      const { author } = people();
      const { filePdf } = await world().client.data<{ filePdf: { sha256: string; size: number } }>(
        author,
        get(`/api/docs/${people().documents.effective}`),
      );
      const { status, headers, bytes } = await take(author);
      const digest = createHash('sha256').update(bytes);
      expect(status).toBe(200);
      expect(digest.copy().digest('hex')).toBe(filePdf.sha256);
      expect(headers.get('etag')).toBe(`"${filePdf.sha256}"`);
      const base64 = digest.digest('base64');
      expect(headers.get('repr-digest')).toBe(`sha-256=:${base64}:`);
      expect(headers.get('digest')).toBe(`sha-256=${base64}`);
      const approvals = await world().client.data<{ sha256: string }[]>(
        people().admin,
        get(`/api/orgs/${people().world.org}/approvals?document=${people().documents.effective}&status=APPROVED`),
      );
      expect(approvals[0]?.sha256).toBe(filePdf.sha256);
      const known = await take(author, { 'If-None-Match': `"${filePdf.sha256}"` });
      expect([known.status, known.bytes.length, known.headers.get('etag')]).toEqual([304, 0, `"${filePdf.sha256}"`]);
    });

    it('is given in parts, which make the whole', async () => {
      const { author } = people();
      const whole = await take(author);
      const etag = whole.headers.get('etag')!;
      const size = whole.bytes.length;
      const parts = await Promise.all(
        ['bytes=0-99', `bytes=100-${size - 11}`, 'bytes=-10'].map((range) => take(author, { Range: range })),
      );
      expect(parts.map(({ status }) => status)).toEqual([206, 206, 206]);
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(whole.bytes)).toBe(true);
      expect(parts[2]!.headers.get('content-range')).toBe(`bytes ${size - 10}-${size - 1}/${size}`);
      expect(parts[2]!.headers.get('repr-digest')).toBe(whole.headers.get('repr-digest'));

      const beyond = await take(author, { Range: `bytes=${size}-` });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      expect(JSON.parse(beyond.bytes.toString())).toMatchObject({ type: '/api/docs#problem-range_not_satisfiable' });
      const since = (tag: string) => take(author, { Range: 'bytes=0-9', 'If-Range': tag });
      expect((await since(etag)).bytes.length).toBe(10);
      for (const other of ['"another"', `W/${etag}`]) expect((await since(other)).status).toBe(200);
      for (const range of ['bytes=0-1,5-6', 'pages=1-2'])
        expect([range, (await take(author, { Range: range })).status]).toEqual([range, 200]);
    });

    it('is recorded once a day for each caller, not for HEAD, and is no reading', async () => {
      const { admin, author, approver, employee } = people();
      const before = await Promise.all([approver, employee].map((by) => recordsOf('reading', by)));
      const head = await take(approver, {}, 'HEAD');
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(await recordsOf('retrieval', approver)).toBe(0);
      const whole = await take(approver);
      expect(head.headers.get('content-length')).toBe(String(whole.bytes.length));
      expect(head.headers.get('repr-digest')).toBe(whole.headers.get('repr-digest'));
      await Promise.all([take(approver), take(approver, { Range: 'bytes=0-9' }), take(employee)]);
      expect(await Promise.all([approver, employee].map((by) => recordsOf('retrieval', by)))).toEqual([1, 1]);
      expect(await Promise.all([approver, employee].map((by) => recordsOf('reading', by)))).toEqual(before);
      const { token, uid } = await serviceAccountOf(people(), ['documents:read'], {
        name: 'Archive',
        owner: author.uid,
      });
      const program = await fetch(world().site.server.url + path(), { headers: { Authorization: `Bearer ${token}` } });
      expect([program.status, (await program.arrayBuffer()).byteLength]).toEqual([200, whole.bytes.length]);
      expect(await recordsOf('retrieval', { uid })).toBe(1);
      const page = await world().site.send(admin, 'GET', `/dashboard/docs/${people().documents.effective}/audit`);
      expect(page.text).toContain('retrieved the final PDF of version 1.0 through the API');
    });
  });
}
