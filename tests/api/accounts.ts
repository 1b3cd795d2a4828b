import { describe, expect, it } from 'vitest';
import { describeCalls } from '#app/server/api/openapi.ts';
import { refusalsOf } from '#app/server/api/refusals.ts';
import { endpoints } from '#app/server/api/endpoints.ts';
import type { Site } from '#tests/http/site.ts';
import type { ApiClient } from './client.ts';

type World = () => { site: Site; client: ApiClient };

/** Passwords, confirmation and reported failures through the API. */
export function describeAccounts(world: World): void {
  describe('a password', () => {
    it('is reset with the code of the email, which ends every session', async () => {
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
    it('is confirmed with the code of its email, once', async () => {
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

    it('that is locked says so to admins, until when, and takes the lock back as it was read', async () => {
      const { site, client } = world();
      const { admin, author, employee: person } = site.theirs;
      for (let time = 0; time < 5; time++)
        await client.sendWith(null, {
          method: 'POST',
          path: '/api/session',
          body: { email: person.email, password: 'wrong' },
        });
      const path = `/api/users/${person.uid}`;
      const read = () => client.data<{ lock: { until: number } | null }>(admin, { method: 'GET', path });
      const locked = await read();
      expect(locked.lock?.until).toBeGreaterThan(Date.now());
      const list = `/api/users?org=${person.org}`;
      const people = await client.data<{ uid: string; lock: unknown }[]>(admin, { method: 'GET', path: list });
      expect(people.filter(({ lock }) => lock !== null)).toMatchObject([{ uid: person.uid, lock: locked.lock }]);
      const others = await client.data<{ lock: unknown }[]>(author, { method: 'GET', path: list });
      expect(others.every(({ lock }) => lock === null)).toBe(true);
      const put = async (lock: unknown) =>
        (await client.send(admin, { method: 'PUT', path, body: { ...locked, lock } })).status;
      expect([await put(locked.lock), await put(null)]).toEqual([200, 422]);
      const unlock = { method: 'POST', path: `${path}/unlock`, body: { reason: 'Called in.' } } as const;
      expect(await client.data(admin, unlock)).toMatchObject({ lock: null });
      expect([await put({ until: 1 }), await put(locked.lock)]).toEqual([200, 422]);
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
