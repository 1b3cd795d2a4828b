import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { browserCookie, readBrowser } from '#app/kit/cookies/browser.ts';
import { readShortcut, shortcutCookie } from '#app/kit/cookies/shortcut.ts';
import { siteCookie } from '#app/kit/cookies/site-cookie.ts';
import { readTheme, themeCookie } from '#app/kit/cookies/theme.ts';
import { clearedToastCookie, readToast, toast, toastCookie } from '#app/kit/cookies/toast.ts';
import type { Ports } from '#app/kit/ports.ts';

const site = (publicUrl: string) => {
  const config = { publicUrl, secretKey: Buffer.alloc(32, 1) };
  return { config, ports: { config, now: () => '2026-03-02T09:00:00.000Z' } as unknown as Ports };
};
const https = site('https://quality.northmere.example');
const http = site('http://localhost:3000');
const whose = { org: '6b2f54a4-6a0b-4d5e-9c0e-0f4f7d3f4b11', user: '6b2f54a4-6a0b-4d5e-9c0e-0f4f7d3f4b12' };
const empty = new Request('https://quality.northmere.example/');
const sent = (line: string, rename = (name: string) => name) =>
  new Request('https://quality.northmere.example/', { headers: { Cookie: rename(line.split(';')[0] ?? '') } });

const all = async ({ config, ports }: typeof https) => ({
  theme: await themeCookie('dark', config),
  shortcut: await shortcutCookie(false, config),
  toast: await toastCookie(toast('info', 'Saved.'), config),
  'toast ': await clearedToastCookie(config),
  browser: await browserCookie(empty, ports, whose),
});

describe('the cookies of the site', () => {
  it('have the prefix __Host-, Secure, the path / and no domain on an https site', async () => {
    for (const [name, line] of Object.entries(await all(https))) {
      expect(line).toMatch(new RegExp(`^__Host-${name.trim()}=`));
      expect(line.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'SameSite=Lax']));
      expect(line).not.toMatch(/domain/i);
    }
  });

  it('have plain names and no Secure on an http site', async () => {
    for (const [name, line] of Object.entries(await all(http))) {
      expect(line).toMatch(new RegExp(`^${name.trim()}=`));
      expect(line).not.toContain('Secure');
    }
  });

  it('are read under their prefixed name first, then under their plain name', async () => {
    const { theme, shortcut, toast: message, browser } = await all(https);
    const plain = (pair: string) => pair.replace('__Host-', '');
    for (const rename of [plain, (pair: string) => pair]) {
      expect(await readTheme(sent(theme, rename), https.config)).toBe('dark');
      expect(await readShortcut(sent(shortcut, rename), https.config)).toBe(false);
      expect(await readBrowser(sent(browser, rename), https.ports)).toMatchObject(whose);
    }
    const system = await themeCookie(null, https.config);
    const both = new Request(empty, {
      headers: { Cookie: `${plain(theme.split(';')[0] ?? '')}; ${system.split(';')[0]}` },
    });
    expect(await readTheme(both, https.config)).toBeNull();
    expect(await readToast(sent(message), https.config)).toMatchObject({ text: 'Saved.' });
    // A neighbouring host could set it, and so show its own text on the page.
    expect(await readToast(sent(message, plain), https.config)).toBeNull();
  });

  it('are null where they cannot be decoded', async () => {
    const request = new Request(empty, { headers: { Cookie: '__Host-theme=%E0%A4%A; __Host-toast=____' } });
    expect(await readTheme(request, https.config)).toBeNull();
    expect(await readToast(request, https.config)).toBeNull();
    expect(await siteCookie(https.config, 'other', {}).read(empty, z.string())).toBeNull();
  });
});
