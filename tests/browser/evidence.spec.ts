import { readFile, writeFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expect, testOfDemonstration as test } from '../support/browser.ts';
import { Person } from '../support/person.ts';

const password = 'verdigris-lantern-42';

test('an evidence pack can be downloaded and verified without an account', async ({
  browser,
  product,
  javaScriptEnabled,
}, testInfo) => {
  const scripts = javaScriptEnabled ?? true;
  const person = { baseURL: product.url, scripts, password };
  const admin = await Person.at(browser, { ...person, email: 'ines.okafor@northmere.example' });
  await admin.signIn();
  await admin.goto('/dashboard/evidence');
  await admin.page.getByLabel('First day').fill('01 Jan 2026');
  await admin.page.getByLabel('Last day').fill('1 January 2036');
  await admin.page.getByRole('button', { name: 'Show contents' }).click();
  await expect(
    admin.page.getByRole('status').filter({ hasText: /events from 01 Jan 2026 to 01 Jan 2036/ }),
  ).toBeVisible();
  const [download] = await Promise.all([
    // Everything of the demonstration: on a busy machine the pack takes a while to begin.
    admin.page.waitForEvent('download', { timeout: 120_000 }),
    admin.page.getByRole('link', { name: /^Evidence pack, / }).click({ timeout: 120_000 }),
  ]);
  const pack = testInfo.outputPath('pack.zip');
  await download.saveAs(pack);
  const changed = testInfo.outputPath('changed.zip');
  const bytes = await readFile(pack);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  await writeFile(changed, bytes);
  await admin.close();

  const anybody = await Person.at(browser, { ...person, email: '' });
  const { page } = anybody;
  await anybody.goto('/verify');
  if (scripts) await page.waitForFunction(() => [...document.fonts].every(({ status }) => status === 'loaded'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  const check = async (file: string) => {
    await page.locator('input#files').setInputFiles(file);
    await page.getByRole('button', { name: 'Check' }).click();
  };
  await check(pack);
  await expect(page.getByRole('heading', { name: 'It holds' })).toBeVisible();
  await expect(page.getByText('It is the key that this installation signs with.')).toBeVisible();
  await expect(page.getByText('No event between the first and the last of them was left out.')).toBeVisible();
  await anybody.check();
  await anybody.fits('a verdict on a pack');
  await page.getByLabel('Certificate you know').fill('no certificate');
  await check(pack);
  await expect(page.getByText('Enter the SHA-256 fingerprint of a certificate').first()).toBeVisible();
  await page.getByLabel('Certificate you know').fill('0'.repeat(64));
  await check(pack);
  await expect(page.getByRole('heading', { name: 'No known seal' })).toBeVisible();
  await expect(page.getByText('It is NOT sealed with the certificate that you gave.')).toBeVisible();
  await check(changed);
  await expect(page.getByRole('heading', { name: 'It does not hold' })).toBeVisible();
  await anybody.check();
  // With script no file leaves the computer; without it the form sends the file.
  expect(asked.filter((one) => !one.includes('/assets/') || scripts)).toEqual(
    scripts ? [] : Array.from({ length: 4 }, () => `POST ${product.url}/verify`),
  );
  // The index page of the pack, opened from the disk.
  const index = testInfo.outputPath('index.html');
  await writeFile(index, unzipSync(await readFile(pack))['index.html'] ?? '');
  await page.goto(`file://${index}`);
  await expect(page.getByRole('heading', { name: 'How to verify' })).toBeVisible();
  await anybody.check();
  await anybody.close();
});

test('an organisation can be taken away as one archive', async ({ browser, product, javaScriptEnabled }) => {
  const email = 'ines.okafor@northmere.example';
  const admin = await Person.at(browser, { baseURL: product.url, scripts: javaScriptEnabled ?? true, email, password });
  const { page } = admin;
  await admin.signIn();
  await admin.goto('/dashboard/settings/export');
  await page.getByRole('button', { name: 'Make an archive' }).click();
  const archive = page.getByRole('link', { name: /^Download ZIP/ });
  await expect(archive).toBeVisible({ timeout: 60_000 });
  await admin.check();
  const [download] = await Promise.all([page.waitForEvent('download'), archive.click()]);
  expect(download.suggestedFilename()).toMatch(/^Northmere Diagnostics, archive at \d+\.zip$/);
  await admin.goto('/dashboard/settings/export');
  await expect(page.getByText(/^Ready · Requested /)).toBeVisible();
  await admin.close();
});
