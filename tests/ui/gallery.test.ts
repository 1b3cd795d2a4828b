import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyViolation } from '#tests/support/axe.ts';
import { isLongSuite } from '#tests/support/suite.ts';
import { type Gallery, openGallery } from './open.ts';

const names = [
  'components',
  'documents',
  'document',
  'locked',
  'unlocked',
  'audit',
  'past',
  'lists',
  'gate',
  'fault',
  'invitation',
  'fields',
];

let gallery: Gallery;
/** The pages as they are without scripts, which nothing changes but their width. */
const still = new Map<string, Promise<Page>>();
const stillPage = (name: string): Promise<Page> => {
  const page = still.get(name) ?? gallery.open(name, { javaScriptEnabled: false });
  still.set(name, page);
  return page;
};

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery.close());

describe.each(names)('gallery page %s', (name) => {
  it.each(isLongSuite || name === 'components' ? ['light', 'dark'] : ['light'])(
    'has no accessibility violation in %s',
    async (theme) => {
      const page = await gallery.open(name, { theme, reducedMotion: 'reduce' });
      // Of the second theme only the colours differ.
      const violations = await everyViolation(page, theme === 'dark' ? ['color-contrast'] : undefined);
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
      await page.context().close();
    },
  );

  // 320 px is what a page of 1280 px has when it is enlarged four times (WCAG 1.4.10).
  it('does not scroll sideways from 320 to 1600 px', async () => {
    const page = await stillPage(name);
    const beyond: Record<number, number> = {};
    for (const width of isLongSuite ? [320, 360, 390, 760, 1280, 1600] : [320, 760, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) beyond[width] = wide;
    }
    expect(beyond).toEqual({});
  });
});

it('keeps the label of a year inside the lifeline at both ends of the axis', async () => {
  const page = await stillPage('document');
  await page.setViewportSize({ width: 390, height: 900 });
  const beyond = await page.locator('.lifeline').evaluate((sheet) => {
    const tick = sheet.querySelector('.tick')!;
    const { left, right } = sheet.getBoundingClientRect();
    return ['0%', '100%'].filter((x) => {
      tick.setAttribute('x', x);
      const text = tick.getBoundingClientRect();
      return text.left < left || text.right > right;
    });
  });
  expect(beyond).toEqual([]);
});

/** Where a page shows what people wrote: their own names, those of departments, of documents, and reasons. */
const named = [
  '.facts > span:not([class])',
  '.greeting > span:not(.monogram)',
  '.choices-list label > :is(span, small)',
  '.ruled .row > span',
  '.register tbody th:not(.nowrap)',
  'option:first-child',
  'blockquote',
];

describe.each(isLongSuite ? names : ['documents', 'audit', 'fields'])(
  'gallery page %s, where every name is one long word',
  (name) => {
    it('keeps long words inside the page and their boxes', async () => {
      const page = await gallery.open(name, { javaScriptEnabled: false });
      await page.evaluate((places) => {
        for (const place of document.querySelectorAll(places)) place.textContent = 'W'.repeat(80);
      }, named.join());
      const beyond: Record<string, number> = {};
      for (const width of [360, 760, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('.choices-list')].map(
            (box) => box.scrollWidth - box.clientWidth,
          ),
        );
        if (Math.max(...wide) > 0) beyond[width] = Math.max(...wide);
      }
      expect(beyond).toEqual({});
      await page.context().close();
    });
  },
);

it('writes a right-to-left title in its direction without moving it', async () => {
  const page = await gallery.open('audit', { javaScriptEnabled: false });
  const placed = await page.evaluate(() =>
    ['main h1', '.signed-by'].map((place) => {
      const element = document.querySelector(place)!;
      element.textContent = 'נוהל (SOP) 2';
      const letters = document.createRange();
      letters.setStart(element.firstChild!, 0);
      letters.setEnd(element.firstChild!, 4);
      const [first, all, box] = [letters, element.firstChild!, element].map((part) => {
        if (part instanceof Range || part instanceof Element) return part.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
      });
      return [Math.round(all!.left - box!.left), Math.round(all!.right - first!.right)];
    }),
  );
  // The line begins at the left edge of its box, the first word at the right end of the line.
  expect(placed).toEqual([
    [0, 0],
    [0, 0],
  ]);
  await page.context().close();
});

it('leaves no inline style in the markup and nothing in the console', async () => {
  for (const name of names) {
    const page = await stillPage(name);
    expect(await page.locator('[style]').count(), name).toBe(0);
  }
  expect(gallery.complaints).toEqual([]);
});
