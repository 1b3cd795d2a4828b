import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright';
import { chromiumFlags, chromiumPath } from '#tests/support/chromium.ts';
import { serveGallery } from './server.ts';

/** Pictures of gallery pages for the eye: `node --import tsx tests/ui/gallery/shoot.ts FOLDER [page…]`. */
const [folder = 'data/gallery', ...names] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const gallery = await serveGallery();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
for (const theme of ['light', 'dark']) {
  for (const width of [1280, 390]) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.on('console', (message) => {
      if (message.type() === 'error') process.stderr.write(`${message.text()}\n`);
    });
    page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`));
    for (const name of names) {
      await page.goto(`${gallery.url}/${name}?theme=${theme}`);
      await page.waitForSelector('[data-hydrated]', { state: 'attached' });
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: name !== 'gate' });
    }
    await page.close();
  }
}
await browser.close();
await gallery.close();
