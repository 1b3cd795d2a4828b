import { existsSync } from 'node:fs';

/**
 * The browser for tests: CHROMIUM_PATH, a Debian package, or (undefined) that of Playwright. A headless shell is
 * preferred: it needs a third of the work.
 */
export function chromiumPath(): string | undefined {
  const own = process.env.CHROMIUM_PATH;
  if (own) return own;
  const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
  return places.find((file) => existsSync(file));
}

/** Root has no sandbox, and a test needs nothing that Chromium does in the background. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The user agent of a normal browser: a headless one's is treated as a bot's, which gets pages unstreamed. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
