import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import type { Services } from '#app/server/services.ts';
import { World, type Person } from '#app/set-up/demonstration/world.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { somebody, sop } from '#tests/support/organisation.ts';
import { mainOf } from './controls.ts';
import { openSiteWith, type EmptySite } from './site.ts';

let site: EmptySite & { world: World; author: Person };

/** Three drafts whose order of modification differs from that of their titles, and a retired document. */
async function build(services: Services) {
  const { role: _, ...admin } = somebody('Ines', 'Okafor', 'ADMIN');
  const world = await World.found(services, { name: 'Northmere Diagnostics', domain: 'northmere.example', admin });
  await world.department('Quality');
  await world.functionalArea('QA');
  const author = await world.join(somebody('Tomasz', 'Wieczorek', 'AUTHOR'), ['Quality']);
  for (const [docNum, name] of [
    ['001', 'Batch Record'],
    ['002', 'Autoclave'],
    ['003', 'Cleaning'],
  ] as const)
    await world.create(world.admin, { ...sop(docNum, name), send: false });
  const retired = await world.create(world.admin, { ...sop('004', 'Gowning'), approvers: [author] });
  await world.act(world.admin, retireDocument, { document: retired, reason: 'Merged.' });
  return { world, author };
}

beforeAll(async () => {
  site = await openSiteWith(build);
});
afterAll(() => site.close());

const shown = async (query: string, by: Person = site.world.admin) => {
  const { status, location, text } = await site.send(by, 'GET', `/dashboard?tab=manage${query}`);
  if (status !== 200) return location;
  const list = mainOf(text).split('All documents').at(-1) ?? '';
  return [...list.matchAll(/Autoclave|Batch Record|Cleaning|Gowning/g)]
    .map(([name]) => name)
    .filter((name, at, all) => all.indexOf(name) === at);
};

describe('the list of documents without a choice of its order', () => {
  it('is sorted by name, or by the setting, or by the last choice of the person', async () => {
    const byName = ['Autoclave', 'Batch Record', 'Cleaning'];
    const newest = ['Cleaning', 'Autoclave', 'Batch Record'];
    const { world } = site;
    expect(await shown('')).toEqual(byName);
    const settings = { ...defaultSettings, manageSort: 'revisedDate' };
    await world.act(world.admin, changeSettings, { name: world.name, settings, reason: 'For the test.' });
    expect(await shown('')).toEqual(newest);
    expect(await shown('&sort=revisedDate')).toEqual(newest);
    expect(await shown('&sort=revisedDate&order=desc')).toEqual(newest);
    expect(await shown(''), 'the preset order is not stored as a choice').toEqual(newest);
    expect(await shown('&sort=name&order=asc')).toEqual(byName);
    expect(await shown('')).toContain('sort=name');
  });

  it('restores the filter of retired documents for admins only', async () => {
    const { world, author } = site;
    await site.services.database.tenant(world.org, (db) =>
      db
        .insertInto('app.list_choice')
        .values({
          org_id: world.org,
          user_uid: author.uid,
          list: 'manage',
          choice: JSON.stringify({ show: 'retired' }) as never,
        })
        .execute(),
    );
    expect(await shown('', author)).not.toContain('Gowning');
    expect(await shown('', author)).toHaveLength(3);
  });
});

describe('Start here beside a filter', () => {
  const isFolded = async (query: string): Promise<boolean> => {
    const { status, location, text } = await site.send(site.world.admin, 'GET', `/dashboard?tab=manage${query}`);
    if (status === 302) return isFolded(location!.split('tab=manage')[1]!);
    const start = mainOf(text).split('All documents')[0]!;
    expect(start).toContain('tasks are waiting for you.');
    return !start.includes('class="docket"');
  };

  it('is whole where the filter is the last choice of the person, and one line where a search is on', async () => {
    expect(await isFolded('&q=Autoclave')).toBe(true);
    expect(await isFolded('&status=CREATED')).toBe(true);
    expect(await isFolded('&show=my&area=QA&sort=status&order=desc')).toBe(false);
    const { status, location } = await site.send(site.world.admin, 'GET', '/dashboard?tab=manage');
    expect([status, location], 'the choice is restored').toEqual([302, expect.stringMatching(/show=my.*area=QA/)]);
    expect(await isFolded('')).toBe(false);
    expect(await isFolded('&show=retired')).toBe(false);
  });
});
