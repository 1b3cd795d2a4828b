import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from '@playwright/test';

/**
 * Takes the pictures of the user manual and the README from the demonstration organisation, which it loads into a
 * folder of its own: `npm run pictures`. Each is a part of the product as it stands in light colours, as WebP.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'imprimatur-pictures-'));
await chmod(folder, 0o711);
const port = 4190;
const url = `http://localhost:${port}`;
const server = spawn(process.execPath, ['scripts/start.mjs', '--demo'], {
  env: { ...process.env, DATA_DIR: folder, PORT: String(port), WEB_PROCESSES: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise<void>((resolve, fail) => {
  server.stdout.on('data', (text) => String(text).includes('is loaded') && resolve());
  server.once('exit', () => fail(new Error('The server ended.')));
});
const manual = fileURLToPath(new URL('../app/home/manual/pictures/', import.meta.url));
const readme = fileURLToPath(new URL('../docs/images/', import.meta.url));
const password = 'verdigris-lantern-42';

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

const visit = (): Promise<BrowserContext> =>
  browser.newContext({ baseURL: url, viewport: { width: 1280, height: 886 }, colorScheme: 'light' });

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
async function take(page: Page, name: string, place = manual): Promise<void> {
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
  await writeFile(`${place}${name}.webp`, bytes);
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
await take(admin, 'documents', readme);
await admin.goto('/dashboard/docs/create?name=Pipette%20Calibration');
await take(admin, 'create');
await admin.goto('/dashboard/users');
await take(admin, 'team');
await admin.goto('/dashboard/reports');
await take(admin, 'reports');
await admin.goto('/dashboard?tab=manage&q=Sample');
const address = await admin.getByRole('link', { name: 'Sample Reception' }).first().getAttribute('href');
await admin.goto(`${address ?? ''}/audit`);
await take(admin, 'audit-trail');

await admin.goto('/dashboard/docs/create?name=Pipette%20Calibration');
await admin.getByLabel('Type', { exact: true }).selectOption('Work_Instruction');
await admin.getByLabel('Functional area', { exact: true }).selectOption('ENG');
await admin.getByText('The route Work instructions').waitFor();
await admin.locator('.route-steps').evaluate((steps) => steps.scrollIntoView({ block: 'center' }));
await take(admin, 'route');

await browser.close();
server.kill('SIGTERM');
await new Promise((resolve) => server.once('exit', resolve));
await rm(folder, { recursive: true, force: true });
