import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitSigned } from '#app/adapters/secrets/signed-url.ts';
import { reportLink } from '#app/reports/queries/link.ts';
import { reportRequest, type ReportName, type ReportRequest } from '#app/reports/queries/names.ts';
import { type Person } from '#app/set-up/demonstration/world.ts';
import type { Result } from '#events/failures.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { requestReport } from '#app/reports/making/report-service.ts';

let setup: Setup;
let hana: Person;

beforeAll(async () => {
  setup = await openSetup();
  hana = setup.ours.employee;
});

afterAll(() => setup.close());

type RequestChoices = Partial<Omit<ReportRequest, 'name' | 'filters'>> & {
  filters?: Partial<ReportRequest['filters']>;
};

async function take(person: Person, name: ReportName, more: RequestChoices = {}): Promise<Result<Buffer>> {
  const request = reportRequest.parse({ name, format: 'csv', ...more });
  const taken = await requestReport(setup.services, await setup.viewer(person), request);
  if (!taken.ok) return taken;
  if (taken.value.kind !== 'file') throw new Error('It takes a while');
  return { ok: true, value: taken.value.bytes };
}

describe('[P11-10d] the permission for a report', () => {
  it('gives an employee only their own Training Record', async () => {
    expect((await take(hana, 'training-record')).ok).toBe(true);
    expect((await take(hana, 'training-record', { filters: { person: hana.uid } })).ok).toBe(true);
    const others: [ReportName, RequestChoices][] = [
      ['training-record', { filters: { person: setup.ours.author.uid } }],
      ['training-matrix', {}],
      ['all-users', {}],
      ['user-audit-log', { filters: { person: hana.uid } }],
      ['document-audit-trail', { filters: { document: setup.ours.documents.effective } }],
    ];
    for (const [name, more] of others)
      expect(await take(hana, name, more), name).toMatchObject({ ok: false, failure: { code: 'not_allowed' } });
  });

  it('refuses subjects that the organisation does not have', async () => {
    const nowhere = '5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c6d';
    for (const filters of [{ person: nowhere }, { department: nowhere }])
      for (const name of ['training-matrix', 'organization-training'] as const)
        expect(await take(setup.ours.admin, name, { filters })).toMatchObject({ failure: { code: 'not_found' } });
    expect(
      await setup.ask(setup.ours.admin, reportLink, {
        name: 'department-training',
        format: 'pdf',
        filters: { department: nowhere },
      }),
    ).toMatchObject({
      failure: { code: 'not_found' },
    });
  });

  it('makes a link valid for 15 minutes, for one person, unchanged', async () => {
    const { signedUrls, now } = setup.services;
    const check = (text: string) => signedUrls.read('report', text, Date.parse(now()));
    const link = await setup.ask(hana, reportLink, { name: 'training-record', format: 'pdf' });
    if (!link.ok) throw new Error(link.failure.code);
    const { token } = splitSigned(link.value.url);
    expect(check(token ?? '')).toMatchObject({
      kind: 'granted',
      grant: { reader: { user: hana.uid }, request: { name: 'training-record', filters: { person: hana.uid } } },
    });
    const life = Date.parse(link.value.expiresAt) - Date.parse(now());
    expect(life).toBeGreaterThan(14 * 60_000);
    expect(life).toBeLessThanOrEqual(15 * 60_000);
    expect(check(`${token}A`)).toEqual({ kind: 'forged' });
    expect(await setup.ask(hana, reportLink, { name: 'all-users', format: 'csv' })).toMatchObject({
      failure: { code: 'not_allowed' },
    });
  });
});
