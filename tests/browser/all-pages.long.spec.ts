import { expect, testOfDemonstration as test } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { adminPages, documentPages, ownPages, visitorPages } from './pages.ts';

const password = 'verdigris-lantern-42';

/** Visits a page, in both colour schemes; answers false where the document's status has none. */
async function visit(person: Person, path: string): Promise<boolean> {
  const { page } = person;
  const answer = await page.goto(path);
  const status = answer?.status() ?? 0;
  expect(status, path).toBeLessThan(500);
  await person.check();
  // Of the second scheme only the colours differ.
  await page.emulateMedia({ colorScheme: 'dark' });
  await person.check(['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await person.fits(path);
  return status < 400;
}

test('every page for visitors is accessible', async ({ browser, product, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled ?? true;
  const person = await Person.at(browser, { baseURL: product.url, scripts, email: '', password });
  for (const path of visitorPages) expect(await visit(person, path), path).toBe(true);
  await person.close();
});

test('every page for admins is accessible', async ({ browser, product, javaScriptEnabled }) => {
  const person = await Person.ofDemonstration(browser, product.url, javaScriptEnabled ?? true, 'ines.okafor');
  for (const path of [...ownPages, ...adminPages]) expect(await visit(person, path), path).toBe(true);

  await person.page.goto('/dashboard?tab=manage&show=all&q=');
  const addresses = await person.page
    .locator('a.record')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const uids = [...new Set(addresses.flatMap((href) => /docs\/([0-9a-f-]{36})/.exec(href)?.[1] ?? []))];
  expect(uids.length).toBeGreaterThan(10);
  // One document for each status.
  const visited = new Set<string>();
  for (const uid of uids) {
    const status = await person.page
      .goto(`/dashboard/docs/${uid}/audit`)
      .then(() => person.page.locator('.status').first().innerText());
    if (visited.has(status)) continue;
    visited.add(status);
    for (const page of documentPages) await visit(person, `/dashboard/docs/${uid}${page}`);
  }
  await person.page.goto('/dashboard?tab=manage');
  const waiting = await person.page
    .locator('a[href*="/dashboard/approve/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const path of waiting) expect(await visit(person, path), path).toBe(true);
  await person.page.goto('/dashboard/users');
  const member = await person.page.locator('a[href*="/edit"]').first().getAttribute('href');
  for (const page of ['edit', 'deactivate', 'audit']) await visit(person, member!.replace(/edit$/, page));
  await person.close();
});

test('every page for employees is accessible', async ({ browser, product, javaScriptEnabled }) => {
  const person = await Person.ofDemonstration(browser, product.url, javaScriptEnabled ?? true, 'aoife.brennan');
  for (const path of ownPages) expect(await visit(person, path), path).toBe(true);
  await person.page.goto('/dashboard?tab=training');
  const record = await person.page.locator('a[href*="/dashboard/review/"]').first().getAttribute('href');
  expect(await visit(person, record ?? '')).toBe(true);
  await person.close();
});
