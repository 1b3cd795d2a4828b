import type { Page } from 'playwright';
import { createElement } from 'react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SignatureLine } from '#app/ui/signature-panel/signature-panel.tsx';
import { type Gallery, openGallery } from './open.ts';
import { shown } from '#tests/support/shown.tsx';

let gallery: Gallery;
let page: Page;

beforeAll(async () => {
  gallery = await openGallery();
  page = await gallery.open('lists', { javaScriptEnabled: false });
});
afterAll(() => gallery.close());

/** The row of a report's table that tells of a document. */
const row = (number: string, nth = 0) => page.getByRole('row').filter({ hasText: number }).nth(nth);
const tops = (selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));

/** What can be pressed and is lower than 44 px, but for links within a sentence, which have the height of its lines. */
function low(): string[] {
  const pressed = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  return [...document.querySelectorAll<HTMLElement>(pressed)]
    .filter((one) => one.checkVisibility() && !one.matches('.skip, tbody.matrix *'))
    .filter((one) => {
      const around = one.parentElement!;
      const words = (of: Element) => (of.textContent ?? '').trim();
      return getComputedStyle(one).display !== 'inline' || words(one) === words(around);
    })
    .map((one) => one.closest('label:has(input[type=checkbox], input[type=radio])') ?? one)
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => `${one.tagName}.${one.className} ${(one.textContent ?? '').trim()}`);
}

it.each(['components', 'documents', 'document', 'unlocked', 'audit', 'gate', 'fault', 'lists'])(
  'has only targets of 44 px on touch: %s',
  async (name) => {
    const touched = await gallery.open(name, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      javaScriptEnabled: false,
    });
    expect(await touched.evaluate(low)).toEqual([]);
    await touched.context().close();
  },
);

it('shows the seven actions of a scheduled document on one line at 1280 px', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(new Set(await tops('.doc-actions > .button')).size).toBe(1);
});

it('aligns the actions of all rows on one line each, also with long names', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const places = await page.locator('td.num .actions').evaluateAll((all) =>
    all.map((actions) => {
      const boxes = [...actions.children].map((one) => one.getBoundingClientRect());
      return { left: boxes[0]!.left, lines: new Set(boxes.map(({ top }) => top)).size };
    }),
  );
  expect(places).toHaveLength(3);
  expect(new Set(places.map(({ left }) => left)).size).toBe(1);
  expect(places.map(({ lines }) => lines)).toEqual([1, 1, 1]);
});

it('does not break a date beside a name of one long word', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const heights = await page
    .getByRole('cell', { name: '08 Dec 2026' })
    .evaluateAll((all) => all.map((cell) => getComputedStyle(cell).whiteSpace));
  expect(heights).toEqual(['nowrap', 'nowrap', 'nowrap']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
});

it('names the person on every stacked row, and in a table on the first row of each person', async () => {
  const whose = row('SOP - QA - 017').getByText('Hana Kobayashi');
  const seen = () => whose.evaluate((one) => one.getBoundingClientRect().width > 1);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await seen()).toBe(false);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await seen()).toBe(true);
  const first = await row('SOP - QA - 003').evaluate((one) => (one as HTMLElement).innerText.split(/\s*\n\s*/)[0]);
  expect(first).toBe('Hana Kobayashi');
  const [name, title] = await row('SOP - QA - 003').evaluate((one) =>
    ['.lead', '.full'].map((place) => one.querySelector(place)!.getBoundingClientRect().top),
  );
  expect(name).toBeLessThan(title!);
});

it('centres a tick box of a filter bar beside the other controls', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const middles = await page.locator('.filters').evaluate((bar) =>
    [...bar.querySelectorAll('input[type=checkbox], .button')].map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round(top + height / 2);
    }),
  );
  expect(new Set(middles).size).toBe(1);
});

it('draws departments with open training and counts the others', async () => {
  expect(await page.locator('.plot-name').allInnerTexts()).toEqual(['Corporate']);
  expect(await page.getByText('2 departments have nothing to sign.').count()).toBe(1);
});

it.each([
  ['the departments of a choice', 'components', '.choices-list small', 2],
  ['a reason on a card', 'documents', '.docket > .meta', 6],
])('limits the number of lines of %s', async (_, name, place, lines) => {
  const long = await gallery.open(name, { javaScriptEnabled: false });
  const [one = 0, all = 0] = await long
    .locator(place)
    .first()
    .evaluate((note) =>
      ['IT', 'Quality Assurance, '.repeat(60)].map((text) => {
        note.textContent = text;
        return note.getBoundingClientRect().height;
      }),
    );
  expect(Math.round(all / one)).toBe(lines);
  await long.context().close();
});

it.each(['components', 'documents', 'document', 'audit', 'lists'])(
  'scrolls nothing sideways on a phone whose letters are of twice the size: %s',
  async (name) => {
    const large = await gallery.open(name, {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    });
    const wide = await large.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.documentElement.scrollWidth;
    });
    expect(wide).toBe(390);
    await large.context().close();
  },
);

it.each([
  [1100, 1],
  [1600, 1],
  [390, 4],
])('ends a page of %i px with %i lines at least, however long the organisation is called', async (width, lines) => {
  await page.setViewportSize({ width, height: 900 });
  const parts = await page.locator('.colophon').evaluate((line) => {
    line.children[1]!.textContent = 'Pharmazeutische Qualitätssicherungsgesellschaft mit beschränkter Haftung';
    return [...line.children].map((one) => {
      const { left, right, top } = one.getBoundingClientRect();
      return { left, right, top: Math.round(top) };
    });
  });
  const rows = [...new Set(parts.map(({ top }) => top))];
  expect(rows.length).toBeGreaterThanOrEqual(lines);
  if (width > 390) expect(rows).toHaveLength(1);
  const apart = parts.slice(1).map(({ left, top }, i) => top !== parts[i]!.top || left >= parts[i]!.right);
  expect(apart).not.toContain(false);
});

it('shows the line breaks of a signature’s reason', async () => {
  const components = await gallery.open('components', { javaScriptEnabled: false });
  const reason = components.locator('.signature dd', { hasText: 'Step 6.3' });
  expect(await reason.innerText()).toMatch(/retired\.\nStep 7/);
  await components.context().close();
});

it('scales the lifeline with the text size', async () => {
  const drawn = await gallery.open('document', { javaScriptEnabled: false });
  const heights = () =>
    drawn.locator('.lifeline').evaluate((life) => {
      const of = (one: string) => life.querySelector(one)!.getBoundingClientRect();
      return { bar: of('.now').height, above: of('.here-t').bottom - of('.now').top };
    });
  const usual = await heights();
  await drawn.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const large = await heights();
  expect(large.bar / usual.bar).toBeCloseTo(2, 1);
  expect(large.above).toBeLessThan(large.bar / 4);
  await drawn.context().close();
});

it('prints the proof of an event without its link', async () => {
  const audit = await gallery.open('audit', { javaScriptEnabled: false });
  await audit.emulateMedia({ media: 'print' });
  const proof = audit.locator('.proof').first();
  expect([await proof.getByText('Verify').isVisible(), await proof.locator('.proof-state').isVisible()]).toEqual([
    false,
    true,
  ]);
  await audit.context().close();
});

it.each(['solid', 'pen', 'sign', 'stop', 'quiet', 'quiet-stop', 'plain'])(
  'shows that a button is pending though the pointer is still on it: %s',
  async (kind) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const button = page.locator('.filters .button').first();
    const look = () =>
      button.evaluate((one, of) => {
        one.setAttribute('aria-disabled', 'true');
        one.setAttribute('data-kind', of);
        const { color, backgroundColor, borderColor } = getComputedStyle(one);
        return { color, backgroundColor, borderColor };
      }, kind);
    await page.mouse.move(0, 0);
    const pending = await look();
    await button.hover({ force: true });
    expect(await look()).toEqual(pending);
  },
);

it('prints a field’s value without its hint', async () => {
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('For example, 08 Dec 2026').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
});

it('uses the forced colour scheme instead of the chosen theme', async () => {
  const forced = await gallery.open('lists', { theme: 'light', colorScheme: 'dark', forcedColors: 'active' });
  const ink = await forced.locator('html').evaluate((root) => {
    const probe = root
      .querySelector('body')!
      .appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text'));
    probe.setAttribute('class', 'plot-label');
    return getComputedStyle(probe).fill;
  });
  expect(ink).toBe('rgb(183, 191, 192)');
  await forced.context().close();
});

it.each([
  'Ines Okafor',
  'Hana Kobayashi',
  'Zofia Nowak-Żółć',
  'Wolfgang Mommsen-Wagner',
  'Alexandra Konstantinopoulou-Smith',
])('shows the whole name of %s on the line to sign on, before the rosette', async (printedName) => {
  const line = shown(createElement(SignatureLine, { id: 'signature', name: 'signedName', printedName }));
  const signing = await gallery.open('unlocked', { javaScriptEnabled: false });
  for (const width of printedName.length > 30 ? [390, 1280] : [360, 390, 1280]) {
    await signing.setViewportSize({ width, height: 900 });
    await signing.locator('.signature-line').evaluate((one, html) => (one.outerHTML = html), line);
    const room = await signing.locator('.signature-line input').evaluate((input: HTMLInputElement) => {
      const { font, paddingInlineStart } = getComputedStyle(input);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = font;
      const end =
        input.getBoundingClientRect().left + parseFloat(paddingInlineStart) + pen.measureText(input.value).width;
      return document.querySelector('.signature-line .rosette')!.getBoundingClientRect().left - end;
    });
    expect(room, `at ${width} px`).toBeGreaterThan(0);
  }
  await signing.context().close();
});
