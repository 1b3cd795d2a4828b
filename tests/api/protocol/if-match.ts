import { describe, expect, it } from 'vitest';
import type { Site } from '#tests/http/site.ts';
import type { ApiClient } from '../client.ts';

type World = () => { site: Site; client: ApiClient };

/** What holds of calls that name the version of an entity that they change. */
export function describeIfMatch(world: World): void {
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
      expect(await put('Weak', { 'If-Match': `W/${later['If-Match']}` })).toMatchObject({ status: 412 });
      expect(await put('Change Control', later)).toMatchObject({ status: 200 });
    });

    it('guards the removal of a draft and of an approver', async () => {
      const { site, client } = world();
      const { author, admin, documents } = site.theirs;
      const draft = { name: 'Short-lived', type: 'SOP', functionalArea: 'QA', docNum: '777', version: '1.0' };
      const made = await client.send(author, { method: 'POST', path: '/api/docs', body: draft });
      const path = made.headers.get('location') ?? '';
      const tag = made.headers.get('etag') ?? '';
      const remove = (address: string, match: string) =>
        client.send(author, { method: 'DELETE', path: address, headers: { 'If-Match': match } });
      for (const match of [`W/${tag}`, '"0-aaaaaaaaaaaaaaaaaaaaaa"', '"other"'])
        expect((await remove(path, match)).status).toBe(412);
      expect((await remove(path, tag)).status).toBe(200);
      const { approvals } = await client.data<{ approvals: { uid: string; user: { uid: string } }[] }>(author, {
        method: 'GET',
        path: `/api/docs/${documents.inReview}`,
      });
      const approval = approvals.find(({ user }) => user.uid === admin.uid)?.uid;
      const place = `/api/docs/${documents.inReview}/approver/${approval}`;
      expect((await remove(place, '"1-aaaaaaaaaaaaaaaaaaaaaa"')).status).toBe(412);
    });
  });
}
