import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { DraftChange } from '#events/document/change.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { documentEvents, manifestFacts } from '#app/approvals/jobs/manifest-facts.ts';
import { permitted } from '#app/reports/queries/access.ts';
import { reportRequest, type TableRequest } from '#app/reports/queries/names.ts';
import { withSource } from '#app/reports/queries/source.ts';
import { makeReport } from '#app/reports/making/make-report.ts';
import { organisation, revision, rowOf, sop } from '#tests/support/organisation.ts';

const change: DraftChange = {
  kind: 'minor',
  reason: 'The limit was read wrongly.',
  summary: [{ place: 'Section 4', what: 'The limit is 25 °C.' }],
  origin: [{ kind: 'external', reference: 'CAPA-0012' }],
  trainingImpact: 'none',
  trainingReason: 'A typing error.',
};

describe('what a revision changes and why', () => {
  it('[ISO13485-424c] is required by the setting, and stands in register, row and signature page', async () => {
    const org = await organisation();
    const { services, world, admin, author, other } = org;
    const uid = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, uid);
    await world.publishNow(uid, ['Quality']);
    const silent = { ...(await revision(org, uid, author, '1.1', [other])), reason: 'As in the notice of May.' };
    await world.act(author, reviseDocument, silent);
    const input = { name: world.name, settings: { ...defaultSettings, revisionReasons: true }, reason: 'ISO 13485.' };
    expect(await world.act(admin, changeSettings, input)).toEqual({ changed: true });
    const next = await revision(org, uid, author, '1.2', [other]);
    expect(await world.attempt(author, reviseDocument, next)).toMatchObject({
      failure: { code: 'change_reason_missing' },
    });
    await world.act(author, reviseDocument, { ...next, change });
    await world.sign(other, uid);
    expect(await rowOf(org, uid)).toMatchObject({ version: '1.2', change });

    const events = await documentEvents(services, world.org, uid);
    const page = (version: string) => manifestFacts(services, world.org, { version, events });
    expect((await page('1.0')).facts).not.toHaveProperty('versions');
    expect((await page('1.2')).facts.versions).toMatchObject([
      {
        version: '1.2',
        says: 'Minor. The limit was read wrongly. Section 4: The limit is 25 °C. Asked for by: CAPA-0012.',
      },
      { version: '1.0', says: '' },
    ]);

    const csv = async (filters: object) => {
      const asked = reportRequest.parse({ name: 'change-register', format: 'csv', filters });
      const allowed = permitted({ uid: admin.uid, role: 'ADMIN' }, asked);
      const request = (allowed.ok ? allowed.value : expect.fail()) as TableRequest;
      const making = { madeBy: 'Ines', damage: null, signature: null };
      const made = await withSource(services.database, { org: world.org }, async (source) => {
        const report = await makeReport(source, request, making);
        return report.ok ? text(report.value.body) : expect.fail();
      });
      return made.ok ? made.value : expect.fail();
    };
    const register = await csv({});
    expect(register, 'a revision with a reason alone').toContain('As in the notice of May.');
    expect(register).toContain('The limit was read wrongly.');
    expect(register).toContain('Section 4: The limit is 25 °C.');
    expect(register).toContain('No training: A typing error.');
    expect(await csv({ until: '2001-01-01' })).not.toContain('The limit');
  });
});
