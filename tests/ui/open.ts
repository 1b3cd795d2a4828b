import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import { chromiumFlags, chromiumPath } from '../support/chromium.ts';
import { serveGallery } from './gallery/server.ts';

export type Gallery = {
  /** Opens a gallery page; waits for hydration where scripts run. `before` runs in the page before its scripts. */
  open: (name: string, options?: BrowserContextOptions & { theme?: string }, before?: () => void) => Promise<Page>;
  /** What the pages' consoles complained of. */
  complaints: string[];
  close: () => Promise<void>;
};

/** Chromium in front of the gallery. */
export async function openGallery(): Promise<Gallery> {
  const [gallery, browser] = await Promise.all([
    serveGallery(),
    chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags }),
  ]);
  const complaints: string[] = [];
  return {
    complaints,
    async open(name, { theme = 'light', ...options } = {}, before) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      if (before) await context.addInitScript(before);
      // The limit of the test alone counts: a busy machine is slow.
      context.setDefaultTimeout(0);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(`${name}: ${error.message}`));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(`${name}: ${message.text()}`);
      });
      await page.goto(`${gallery.url}/${name}?theme=${theme}`);
      if (options.javaScriptEnabled !== false) {
        await page.waitForSelector('[data-hydrated]', { state: 'attached' });
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
      }
      return page;
    },
    async close() {
      await browser.close();
      await gallery.close();
    },
  };
}
