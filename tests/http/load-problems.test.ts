import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { ScenarioOrganisation } from '#tests/support/scenario.ts';
import { openSiteFrom, type EmptySite } from './site.ts';

let site: EmptySite & ScenarioOrganisation;

beforeAll(async () => {
  site = await openSiteFrom(({ ours }) => Promise.resolve(ours));
});

afterAll(() => site.close());

const documents = 'There was a problem getting your list of documents.';
const users = 'Error fetching users.';
const areas = 'Error fetching functional areas.';

/** The page, its viewer, the table or column that is missing, the message, and a text that the page still shows. */
const broken: [string, 'admin' | 'employee', string, string, string][] = [
  ['/dashboard?tab=effective', 'employee', 'document_version', documents, 'Effective Documents'],
  ['/dashboard?tab=training', 'employee', 'document_version', documents, 'Training Documents'],
  ['/dashboard?tab=manage', 'admin', 'document_version', documents, 'Create new document'],
  ['/dashboard?tab=manage', 'admin', 'functional_area', areas, 'Deviation Handling'],
  ['/dashboard/docs/create?name=New', 'admin', 'functional_area', areas, 'A brand new document.'],
  ['/dashboard/docs/create?name=New', 'admin', 'user_account.full_name_folded', users, 'A brand new document.'],
];

const page = async (by: Person, path: string) => {
  const { status, text } = await site.send(by, 'GET', path);
  return { status, text: text.replaceAll('&#x27;', "'") };
};

let recorded = 0;
/** Records an event, so that the server does not answer from its query cache. */
async function recordSomething() {
  const form = { name: `Z${String(++recorded)}`, commandId: randomUUID() };
  const { status } = await site.send(site.admin, 'POST', '/dashboard/functional-areas/create', form);
  expect(status).toBe(303);
}

describe('a page that cannot load a part', () => {
  it.each(broken)('%s shows %s without read.%s the message: %s', async (path, who, table, words, all) => {
    const { owner } = site.db;
    await page(site[who], path);
    const [name, column] = table.split('.');
    const gone = column
      ? `alter table read.${name} rename column ${column} to broken`
      : `alter table read.${name} rename to broken`;
    const back = column
      ? `alter table read.${name} rename column broken to ${column}`
      : `alter table read.broken rename to ${name}`;
    await recordSomething();
    await owner.query(gone);
    try {
      const shown = await page(site[who], path);
      expect(shown.status).toBe(200);
      expect(shown.text).toContain(words);
      expect(shown.text).toContain(all);
    } finally {
      await owner.query(back);
    }
    expect((await page(site[who], path)).text).not.toContain(words);
  });

  it('distinguishes functional areas that cannot be loaded from an empty list', async () => {
    const { owner } = site.db;
    const path = '/dashboard/docs/create?name=New';
    const none = 'No functional areas yet.';
    const others = `${none} An Admin creates them beside the list of all documents.`;
    await recordSomething();
    await owner.query('alter table read.functional_area rename to broken');
    try {
      const shown = await page(site.admin, path);
      expect(shown.text).toContain(areas);
      expect(shown.text).not.toContain(none);
      await owner.query('create table read.functional_area (like read.broken)');
      await owner.query('grant select on read.functional_area to public');
      const empty = (await page(site.admin, path)).text;
      expect(empty).toContain(`>${none}<`);
      expect(empty).toContain('>Create functional area<');
      expect((await page(site.author, path)).text).toContain(others);
    } finally {
      await owner.query('drop table if exists read.functional_area');
      await owner.query('alter table read.broken rename to functional_area');
    }
    await recordSomething();
    expect((await page(site.admin, path)).text).not.toContain(none);
  });

  it('retries once, so that a broken connection has no effect', async () => {
    const { owner } = site.db;
    await page(site.admin, '/dashboard?tab=manage');
    // One statement is cancelled while it waits for a lock; the retry finds the table free.
    await recordSomething();
    const begun = Date.now();
    const holder = await owner.connect();
    try {
      await holder.query('begin; lock table read.functional_area in access exclusive mode');
      const asked = page(site.admin, '/dashboard?tab=manage');
      await expect
        .poll(async () => {
          const { rows } = await owner.query<{ pid: number }>(
            `select pid from pg_stat_activity
              where wait_event_type = 'Lock' and query like '%functional_area%' and pid <> pg_backend_pid()`,
          );
          for (const { pid } of rows) await owner.query('select pg_cancel_backend($1)', [pid]);
          return rows.length;
        })
        .toBeGreaterThan(0);
      await holder.query('rollback');
      const shown = await asked;
      expect(shown.status).toBe(200);
      expect(shown.text).not.toContain(areas);
    } finally {
      await holder.query('rollback').catch(() => undefined);
      holder.release();
    }
    // Filtered by time, since earlier lines may be written late.
    const failures = (await site.server.log()).filter(
      ({ msg, time }) => msg === 'page.load_failed' && Date.parse(String(time)) >= begun,
    );
    expect(failures).toHaveLength(1);
  });
});
