import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from '@playwright/test';

/**
 * Takes the pictures of the user manual from a server that holds the demonstration organisation: `node --import tsx
 * scripts/pictures.ts http://127.0.0.1:3000`. Each is a part of the product as it stands, 1040 by at most 720 points,
 * as WebP.
 */
const [url] = process.argv.slice(2);
if (!url) throw new Error('Give the address of a server that was started with --demo.');
const folder = fileURLToPath(new URL('../app/screens/manual/pictures/', import.meta.url));
const password = 'verdigris-lantern-42';

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

const visit = (): Promise<BrowserContext> =>
  browser.newContext({ baseURL: url, viewport: { width: 1040, height: 720 }, colorScheme: 'light' });

async function signIn(name: string): Promise<Page> {
  const page = await (await visit()).newPage();
  await page.goto('/');
  await page.getByLabel('Email').fill(`${name}@northmere.example`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/dashboard/);
  return page;
}

/** Chromium is the encoder as well: a screenshot drawn on a canvas. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const png = await page.screenshot({ animations: 'disabled' });
  const encoder = await browser.newPage();
  const data = await encoder.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.4);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await encoder.close();
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
  await writeFile(`${folder}${name}.webp`, bytes);
  process.stdout.write(`${name}.webp ${bytes.length} bytes\n`);
}

const visitor = await (await visit()).newPage();
await visitor.goto('/confirm');
await visitor.getByLabel('New password').pressSequentially('three-grey-herons-at-noon');
await visitor.locator('.strength').waitFor();
await take(visitor, 'confirm');

const employee = await signIn('hana.kobayashi');
await employee.goto('/dashboard');
await take(employee, 'training');

const admin = await signIn('ines.okafor');
await admin.goto('/dashboard?tab=manage');
await admin.goto((await admin.locator('a[href*="/dashboard/approve/"]').first().getAttribute('href')) ?? '');
await take(admin, 'approve');
await admin.goto('/dashboard');
await take(admin, 'documents');
await admin.goto('/dashboard/docs/create?name=Pipette%20Calibration');
await take(admin, 'create');
await admin.goto('/dashboard/users');
await take(admin, 'team');
await admin.goto('/dashboard/reports');
await take(admin, 'reports');
await admin.goto('/dashboard?tab=manage');
const documents = await admin
  .locator('a[href^="/dashboard/docs/"]')
  .evaluateAll((links) =>
    links
      .map((link) => link.getAttribute('href') ?? '')
      .filter((address) => /^\/dashboard\/docs\/[0-9a-f-]{36}$/.test(address)),
  );
await admin.goto(`${documents[0] ?? ''}/audit`);
await take(admin, 'audit-trail');

await browser.close();
