import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Rows of every table that a GET of a page may add to or change. */
async function written(): Promise<string> {
  const { rows } = await site.db.owner.query<{ all: string }>(`
    select json_build_array(
      (select count(*) from ledger.event where canonical::jsonb #>> '{actor,kind}' = 'user'),
      (select count(*) from ledger.checkpoint),
      (select count(*) from app.report), (select json_agg(c order by c::text) from app.list_choice c),
      (select count(*) from identity.session)
    )::text as all`);
  return rows[0]?.all ?? '';
}

describe('HEAD', () => {
  it.each([
    ['a list whose choice is saved', () => '/dashboard?tab=manage&sort=docNum&order=desc'],
    ['the PDF of a version', () => `/dashboard/docs/${site.ours.documents.effective}/files/1.0/final`],
    ['an audit trail', () => `/dashboard/docs/${site.ours.documents.effective}/audit`],
    ['its verification', () => `/dashboard/docs/${site.ours.documents.effective}/audit/verify`],
    ['its file', () => `/dashboard/docs/${site.ours.documents.effective}/audit/export.json`],
    ['an evidence pack', () => `/dashboard/docs/${site.ours.documents.effective}/evidence.zip`],
    ['the evidence page', () => '/dashboard/evidence'],
    ['a report', () => '/dashboard/reports/training-matrix/pdf'],
    ['signing out', () => '/sign-out'],
  ])('changes nothing: %s', async (_, path) => {
    const of = (method: 'GET' | 'HEAD') => site.send(site.ours.admin, method, path());
    await site.send(site.ours.admin, 'GET', '/dashboard/docs/create');
    const before = await written();
    const head = await of('HEAD');
    expect(head.text).toBe('');
    expect(await written()).toBe(before);
    expect(head.status).toBe((await of('GET')).status);
  });
});
