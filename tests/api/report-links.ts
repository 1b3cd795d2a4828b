import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportRequest } from '#app/reports/queries/names.ts';
import type { Site } from '#tests/http/site.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { ApiClient } from './client.ts';
import { linkedReports } from './rows/reports.ts';

/** What a link leads to, opened by somebody who has nothing but the link. */
async function opened(link: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(link);
    if (answer.status !== 202) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 1)));
  }
}

/** The links of the reports: each is opened, in both formats. */
export function describeReportLinks(world: () => { site: Site; client: ApiClient }): void {
  describe('a link to a report', () => {
    const fetched = async (path: string) => {
      const { site, client } = world();
      return opened(await client.data<string>(site.ours.admin, { method: 'GET', path }));
    };

    it.each(linkedReports.map(([operation, send, uid]) => [operation, send, uid] as const))(
      '%s works when it is simply opened',
      async (_operation, send, uid) => {
        const { site } = world();
        const { path } = send(site, uid(site));
        const pdf = await fetched(path);
        expect({ status: pdf.status, type: pdf.headers.get('content-type') }).toEqual({
          status: 200,
          type: 'application/pdf',
        });
        expect(
          Buffer.from(await pdf.arrayBuffer())
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-');
        const csv = await fetched(`${path}?format=CSV`);
        expect(csv.status).toBe(200);
        const text = await csv.text();
        expect(text.split('\n').length).toBeGreaterThan(1);
        expect(text).not.toContain(site.theirs.world.name);
      },
    );

    it('is refused if changed, expired, or opened by a person without permission', async () => {
      const { site, client } = world();
      const { org } = site.ours.admin;
      const link = await client.data<string>(site.ours.admin, { method: 'GET', path: `/api/orgs/${org}/training` });
      const changed = new URL(link);
      changed.searchParams.set('signed', `A${changed.searchParams.get('signed')}`);
      const forged = await fetch(changed);
      expect(forged.status).toBe(403);
      const { pathname, search } = new URL(link);
      expect(await site.send(site.ours.author, 'GET', `${pathname}${search}`)).toMatchObject({
        status: 403,
        text: expect.stringContaining('This link belongs to someone else') as string,
      });
      expect((await site.send(site.ours.admin, 'GET', `${pathname}${search}`)).status).toBe(200);
      const signed = async (by: Person, seconds: number) => {
        await client.tokenOf(by);
        const of = { org, user: by.uid };
        const [last] = await site.services.identity.sessions.list({ ...of, now: new Date().toISOString() });
        const request = reportRequest.parse({ name: 'organization-training', format: 'csv' });
        const grant = { reader: { ...of, publicId: last?.publicId ?? '' }, request };
        const token = site.services.signedUrls.sign('report', grant, Date.now() + seconds * 1000);
        return `${site.server.url}${pathname}?signed=${token}`;
      };
      expect((await fetch(await signed(site.ours.admin, 60))).status).toBe(200);
      const expired = await fetch(await signed(site.ours.admin, -1));
      expect(expired.status).toBe(410);
      expect(expired.headers.get('content-type')).toBe('application/problem+json');
      const wording = (json: unknown) => (({ title, detail }) => ({ title, detail }))(json as Record<string, unknown>);
      expect(wording(await expired.json())).toEqual(wording(await forged.json()));
      const page = await fetch(changed, { headers: { Accept: 'text/html,*/*' } });
      expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
        status: 403,
        type: 'text/html; charset=utf-8',
      });
      expect((await fetch(await signed(site.ours.employee, 60))).status).toBe(403);
    });

    it('[P11-10d] ends with the session that asked for it', async () => {
      const { site, client } = world();
      const token = await client.signIn(site.ours.approver);
      const path = `/api/users/${site.ours.approver.uid}/trainingrecord?format=CSV`;
      const { json } = await client.sendWith(token, { method: 'GET', path });
      const { data: link } = json as { data: string };
      expect((await fetch(link)).status).toBe(200);
      await client.sendWith(token, { method: 'DELETE', path: '/api/session' });
      expect((await fetch(link)).status).toBe(410);
    });

    describe('of an organisation with 4,000 documents', () => {
      beforeAll(async () => {
        const { site } = world();
        const { org, uid } = site.theirs.admin;
        await site.db.owner.query(
          `insert into read.document (org_id, uid, name, type, functional_area, doc_num, version, status, owner_uid,
                                      creator_uid, externally_effective, approved, effective, effective_version,
                                      training_interval,
                                      review_interval, created_at, revised_at)
           select $1::uuid, gen_random_uuid(), 'Filling line ' || n, 'SOP', 'QA', 'X' || n, '1.0', 'EFFECTIVE',
                  $2::uuid,
                  $2::uuid, false, true, true, '1.0', 365, 730, now(), now()
           from generate_series(1, 4000) n`,
          [org, uid],
        );
        await site.db.owner.query(
          `insert into read.document_version (org_id, document_uid, version, name, status, externally_effective,
                                              working_file, final_file, submitted_at, approved_at, published_at,
                                              training_waived, effective_at)
           select org_id, uid, version, name, 'EFFECTIVE', false, '{}', '{}', now(), now(), now(), false, now()
           from read.document where org_id = $1 and doc_num like 'X%'`,
          [org],
        );
      });
      afterAll(async () => {
        const { site } = world();
        const { org } = site.theirs.admin;
        const { owner } = site.db;
        await owner.query(`delete from read.document_version where org_id = $1 and name like 'Filling line %'`, [org]);
        await owner.query(`delete from read.document where org_id = $1 and doc_num like 'X%'`, [org]);
      });

      it('says that a large report is being made, and delivers it when it is done', async () => {
        const { site, client } = world();
        const path = `/api/orgs/${site.theirs.admin.org}/trainingmatrix`;
        const link = await client.data<string>(site.theirs.admin, { method: 'GET', path });
        const waiting = await fetch(link);
        expect({ status: waiting.status, again: waiting.headers.get('retry-after') }).toEqual({
          status: 202,
          again: '2',
        });
        expect(await waiting.text()).toContain('Training Matrix is being made');
        const done = await opened(link);
        expect({ status: done.status, type: done.headers.get('content-type') }).toEqual({
          status: 200,
          type: 'application/pdf',
        });
        expect((await done.arrayBuffer()).byteLength).toBe(Number(done.headers.get('content-length')));
      });

      it('refuses a matrix that is too large for a PDF and gives a link to its CSV', async () => {
        const { site, client } = world();
        const { org } = site.theirs.admin;
        await site.db.owner.query(
          `insert into read.user_account (org_id, uid, first_name, last_name, email, role, status, created_at)
           select $1, gen_random_uuid(), 'Filler', n, 'filler' || n || '@filling.example', 'EMPLOYEE', 'ACTIVE', now()
           from generate_series(1, 60) n`,
          [org],
        );
        const path = `/api/orgs/${org}/trainingmatrix`;
        const refused = await client.send(site.theirs.admin, { method: 'GET', path });
        const csv = await client.send(site.theirs.admin, { method: 'GET', path: `${path}?format=CSV` });
        await site.db.owner.query(`delete from read.user_account where org_id = $1 and first_name = 'Filler'`, [org]);
        expect(refused).toMatchObject({
          status: 422,
          text: expect.stringMatching(/cells, and a PDF holds at most 200,000\. Use the filters/) as string,
        });
        expect(csv.status).toBe(200);
      });
    });

    it('names those who left in the All User List alone', async () => {
      const { site } = world();
      const path = `/api/users/report?org=${site.ours.world.org}&format=CSV`;
      const { email } = site.ours.deactivated;
      expect(await (await fetched(`${path}&include_inactive=false`)).text()).not.toContain(email);
      expect(await (await fetched(`${path}&include_inactive=true`)).text()).toContain(email);
    });
  });
}
