import { describe, expect, it } from 'vitest';
import type { Site } from '#tests/http/site.ts';
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
  describe('a link to a report', { timeout: 120_000 }, () => {
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

    it('names those who left in the All User List alone', async () => {
      const { site } = world();
      const path = `/api/users/report?org=${site.ours.world.org}&format=CSV`;
      const { email } = site.ours.deactivated;
      expect(await (await fetched(`${path}&include_inactive=false`)).text()).not.toContain(email);
      expect(await (await fetched(`${path}&include_inactive=true`)).text()).toContain(email);
    });
  });
}
