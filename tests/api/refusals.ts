import http from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Site } from '#tests/http/site.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { ApiClient, Sent } from './client.ts';

/** Refusals, and where each is reported. */
export function describeRefusals(world: () => { site: Site; client: ApiClient }): void {
  describe('a refused call', () => {
    it('[P11-10d] does nothing any more where its session ended while the body was on its way', async () => {
      const { site, client } = world();
      const token = await client.signIn(site.ours.admin);
      const body = JSON.stringify({ name: 'Late', org: site.ours.world.org });
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      };
      const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
        const late = http.request(`${site.server.url}/api/functionalareas`, { method: 'POST', headers }, resolve);
        late.once('error', reject).write(body.slice(0, 5));
        const end = async () => {
          await client.sendWith(token, { method: 'DELETE', path: '/api/session' });
          setTimeout(() => late.end(body.slice(5)), 1_000);
        };
        setTimeout(() => void end().catch(reject), 300);
      });
      expect((await answer).statusCode).toBe(401);
    });

    it('[P11-10g] names in the log whose it was where a call is refused', async () => {
      const { site, client } = world();
      const path = `/api/docs/${site.ours.documents.rejected}/retire`;
      const refused = await client.send(site.ours.author, { method: 'PUT', path, body: { reason: 'Mine.' } });
      expect(refused.status).toBe(403);
      const request = refused.headers.get('x-request-id');
      const line = (await site.server.log()).find((one) => one.request === request && one.msg === 'api.refused');
      expect(line).toMatchObject({ user: site.ours.author.uid, refusal: 'retire_requires_admin' });
    });

    it('says of a field what is wrong with it in the product’s words', async () => {
      const { site, client } = world();
      const { admin, author, documents } = site.ours;
      const words = async (by: Person, sent: Sent) =>
        ((await client.send(by, sent)).json as { errors: unknown }).errors;
      const place = (filename: string): Sent => ({
        method: 'GET',
        path: `/api/docs/${documents.draft}/uploadworking?filename=${filename}`,
      });
      const invite = (role: string): Sent => ({
        method: 'POST',
        path: '/api/users',
        body: { firstName: 'Mireille', lastName: 'Roux', email: 'm@roux.example', role, departments: [] },
      });
      expect(await words(admin, { method: 'GET', path: '/api/users' })).toEqual({ email: ['This field is required.'] });
      expect(await words(author, place(''))).toEqual({ filename: ['This field is required.'] });
      expect(await words(author, place(`${'n'.repeat(1001)}.docx`))).toEqual({ filename: ['Invalid Input.'] });
      const beyond: Sent = { method: 'POST', path: `/api/docs/${documents.draft}/effectivedate`, body: 1e17 };
      expect(await words(admin, beyond)).toEqual({
        effectiveDate: ['Invalid Input. Enter a date, for example 09 Dec 2026.'],
      });
      const scheduled = {
        method: 'PUT',
        path: `/api/docs/${documents.draft}`,
        body: { effectiveDate: '09 Dec' },
      } as const;
      expect(await words(admin, scheduled)).toMatchObject({
        effectiveDate: ['Invalid Input. Enter a date as milliseconds since 1970, for example 1796774400000.'],
      });
      expect(await words(admin, invite('CHIEF'))).toMatchObject({ role: ['Invalid Input.'] });
      expect(await words(admin, invite(''))).toMatchObject({ role: ['This field is required.'] });
      const person = { firstName: 'Mireille', lastName: 'Roux', email: 'm@roux', role: 'EMPLOYEE', departments: [] };
      const sent = (body: object): Sent => ({ method: 'POST', path: '/api/users', body: { ...person, ...body } });
      const format = ['Invalid email address format.'];
      expect(await words(admin, sent({}))).toEqual({ departments: ['This field is required.'], email: format });
      const departments = [...site.ours.world.departments.values()];
      expect(await words(admin, sent({ departments, firstName: 'a\nb' }))).toEqual({
        firstName: ['Invalid Input. Enter up to 80 characters on one line.'],
        email: format,
      });
    });
  });
}
