import { describe, expect, it } from 'vitest';
import type { Site } from '#tests/http/site.ts';
import type { ApiClient } from './client.ts';

const draft = (docNum: string, name: string) => ({ name, type: 'SOP', functionalArea: 'QA', docNum, version: '1.0' });

/** Idempotency-Key: once for each key of a person. */
export function describeIdempotency(world: () => { site: Site; client: ApiClient }): void {
  const create = (key: string, body: object, by: 'author' | 'approver' = 'author') => {
    const { site, client } = world();
    const headers = { 'Idempotency-Key': key };
    return client.send(site.ours[by], { method: 'POST', path: '/api/docs', body, headers });
  };

  describe('Idempotency-Key', () => {
    it('runs a repeated request once and answers it the same', async () => {
      const first = await create('"once-1"', draft('201', 'Pest Control'));
      const again = await create('once-1', draft('201', 'Pest Control'));
      expect(first.status).toBe(201);
      expect(again).toMatchObject({ status: 201, text: first.text });
      for (const name of ['uid', 'location', 'etag']) expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    });

    it('refuses another request with the same key, and an invalid key', async () => {
      expect((await create('once-2', draft('202', 'Glass Control'))).status).toBe(201);
      const other = await create('once-2', draft('203', 'Metal Control'));
      expect(other.json).toMatchObject({ status: 422, type: '/api/docs#problem-idempotency_key_reused' });
      expect((await create('a key', draft('204', 'Wood Control'))).status).toBe(400);
      expect((await create('x'.repeat(256), draft('204', 'Wood Control'))).status).toBe(400);
    });

    it("is each person's own", async () => {
      expect((await create('shared', draft('205', 'Key Control'))).status).toBe(201);
      expect((await create('shared', draft('206', 'Lock Control'), 'approver')).status).toBe(201);
    });

    it('is not used up by a refusal: the corrected request may have the same key', async () => {
      const invalid = await create('once-3', { ...draft('207', 'Bird Control'), version: '0.0' });
      expect(invalid.status).toBe(422);
      expect((await create('once-3', draft('207', 'Pest Control'))).status).toBe(409);
      const right = await create('once-3', draft('207', 'Bird Control'));
      expect(right.status).toBe(201);
      expect((await create('once-3', draft('207', 'Bird Control'))).text).toBe(right.text);
    });

    it('runs one of several simultaneous requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => create('at-once', draft('208', 'Air Control'))),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made.map(({ headers }) => headers.get('uid'))).size).toBe(1);
      const others = answers.filter(({ status }) => status !== 201);
      for (const { status, headers, json } of others) {
        expect({ status, wait: headers.get('retry-after') }).toEqual({ status: 409, wait: '1' });
        expect(json).toMatchObject({ type: '/api/docs#problem-idempotency_key_in_use' });
      }
      expect((await create('at-once', draft('208', 'Air Control'))).text).toBe(made[0]?.text);
    });

    it('continues after a crash and does nothing twice', async () => {
      const { site } = world();
      const first = await create('crashed', draft('209', 'Water Control'));
      // As if the server had died after the append, before it saved the answer: the row is there, without one.
      await site.db.owner.query(
        `update app.call_answer set sealed = null, begun_at = begun_at - interval '2 minutes'
         where begun_at = (select max(begun_at) from app.call_answer)`,
      );
      const again = await create('crashed', draft('209', 'Water Control'));
      expect(again.status).toBe(201);
      expect(again.headers.get('uid')).toBe(first.headers.get('uid'));
    });

    it('works for visitors, and stores no readable token', async () => {
      const { site, client } = world();
      const { email, password } = site.theirs.author;
      const headers = { 'Idempotency-Key': 'sign-in-once' };
      const send = () =>
        client.sendWith(null, { method: 'POST', path: '/api/session', body: { email, password }, headers });
      const first = await send();
      expect((await send()).text).toBe(first.text);
      const { token } = (first.json as { data: { token: string } }).data;
      const { rows } = await site.db.owner.query<{ sealed: Buffer }>('select sealed from identity.call_answer');
      expect(rows.length).toBeGreaterThan(0);
      for (const { sealed } of rows) expect(sealed?.includes(token) ?? false).toBe(false);
    });

    it('of a visitor counts for the email address and the network address', async () => {
      const { site, client } = world();
      const headers = { 'Idempotency-Key': 'everybody-has-this-one' };
      const signIn = ({ email, password }: { email: string; password: string }) =>
        client.sendWith(null, { method: 'POST', path: '/api/session', body: { email, password }, headers });
      const answers = [await signIn(site.theirs.author), await signIn(site.theirs.approver)];
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const again = await signIn({ ...site.theirs.author, email: site.theirs.author.email.toUpperCase() });
      expect(again.json).toMatchObject({ type: '/api/docs#problem-idempotency_key_reused' });
      const begin = (visitor: string) =>
        site.services.idempotency.begin({
          by: null,
          visitor,
          key: 'k',
          method: 'POST',
          path: '/api/session',
          body: '{}',
          now: new Date().toISOString(),
        });
      const kinds = [await begin('192.0.2.1 a@b.example'), await begin('192.0.2.2 a@b.example')];
      expect(kinds.map(({ kind }) => kind)).toEqual(['begun', 'begun']);
    });

    it('is forgotten after a day', async () => {
      const { site } = world();
      const count = async () => {
        const { rows } = await site.db.owner.query<{ n: string }>(
          'select (select count(*) from app.call_answer) + (select count(*) from identity.call_answer) as n',
        );
        return Number(rows[0]?.n);
      };
      await site.services.idempotency.purge(new Date().toISOString());
      expect(await count()).toBeGreaterThan(0);
      await site.services.idempotency.purge(new Date(Date.now() + 25 * 3_600_000).toISOString());
      expect(await count()).toBe(0);
    });
  });
}
