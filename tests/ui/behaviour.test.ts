import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gallery, openGallery } from './open.ts';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery.close());

describe('a dialog', () => {
  it('opens by its button, closes by Cancel and by Escape, and gives the focus back', async () => {
    const page = await gallery.open('components');
    const dialog = page.getByRole('dialog', { name: 'Deactivate team member' });
    const opener = page.getByRole('button', { name: 'Deactivate team member' });
    await opener.click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog.isVisible()).toBe(false);
    await opener.focus();
    await page.keyboard.press('Enter');
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it.each([true, false])('opens from the greeting menu, with JavaScript %s', async (javaScriptEnabled) => {
    const page = await gallery.open('documents', { javaScriptEnabled });
    const greeting = page.getByRole('button', { name: 'Hello, Ines' });
    await greeting.click();
    expect(await page.getByText('ines.okafor@northmere.example').isVisible()).toBe(true);
    if (!javaScriptEnabled) {
      expect(await page.getByRole('link', { name: 'Change Password' }).getAttribute('href')).toBe('/change?ask=1');
      expect(await page.getByRole('button', { name: 'Change Password' }).count(), 'one control').toBe(0);
      await page.context().close();
      return;
    }
    await page.getByRole('button', { name: 'Change Password' }).click();
    expect(await page.getByRole('dialog', { name: 'Change Password' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog', { name: 'Change Password' }).isVisible()).toBe(false);
    // The menu, in which the dialog's button stands, is closed by then.
    expect(await greeting.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.context().close();
  });
});

it('focuses Cancel first in a destructive dialog, the first field in another, the head of a drawer', async () => {
  const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('name');
  const components = await gallery.open('components');
  await components.getByRole('button', { name: 'Deactivate team member' }).click();
  expect(await components.evaluate(focused)).toBe('Cancel');
  await components.context().close();
  const documents = await gallery.open('documents');
  await documents.getByRole('button', { name: 'Create new document' }).click();
  expect(await documents.evaluate(focused)).toBe('title');
  await documents.context().close();
  const drawer = await gallery.open('document');
  await drawer.getByRole('button', { name: 'View Effective Docs' }).click();
  expect(await drawer.evaluate(() => document.activeElement?.className)).toBe('close');
  await drawer.context().close();
});

it('shows the line breaks of a reason', async () => {
  const page = await gallery.open('document');
  const [one = 0, three = 0] = await page
    .locator('blockquote')
    .first()
    .evaluate((quote) =>
      ['Typo', 'Typo\nin step 6\nand 7'].map((reason) => {
        quote.textContent = reason;
        return quote.getBoundingClientRect().height;
      }),
    );
  expect(three).toBeGreaterThan(2.5 * one);
  await page.context().close();
});

it('offers the page of a dialog where scripts are off', async () => {
  const page = await gallery.open('documents', { javaScriptEnabled: false });
  const link = page.getByRole('link', { name: 'Create new document' });
  expect(await page.getByRole('button', { name: 'Create new document' }).count(), 'one control').toBe(0);
  expect(await link.getAttribute('href')).toBe('/dashboard/docs/create/title');
  await page.context().close();
});

it('marks the current link in forced colours', async () => {
  const page = await gallery.open('documents', { forcedColors: 'active' });
  for (const bar of ['.main-nav', '.tabs', '.segments']) {
    const grounds = await page
      .locator(`${bar} a`)
      .evaluateAll((links) =>
        links.map((link) => [link.hasAttribute('aria-current'), getComputedStyle(link).backgroundColor] as const),
      );
    const current = grounds.filter(([is]) => is).map(([, ground]) => ground);
    expect(current, bar).toHaveLength(1);
    expect(
      grounds.filter(([, ground]) => ground === current[0]),
      bar,
    ).toHaveLength(1);
  }
  await page.context().close();
});

it('prints the facts of a PDF without the viewer', async () => {
  const page = await gallery.open('unlocked');
  expect(await page.locator('.viewer').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.viewer').isVisible()).toBe(false);
  await page.context().close();
});

it('opens a dialog in a browser that runs scripts but knows no commands', async () => {
  const page = await gallery.open('components', {}, () => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement');
    // What the browser itself would do with the attributes is taken away as well.
    addEventListener('command', (event) => event.preventDefault(), true);
  });
  const dialog = page.getByRole('dialog', { name: 'Deactivate team member' });
  await page.getByRole('button', { name: 'Deactivate team member' }).click();
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await dialog.isVisible()).toBe(false);
  await page.context().close();
});

describe('a form', () => {
  it('says that it is being sent, keeps the focus, and ignores a second press', async () => {
    const page = await gallery.open('invitation');
    const button = page.getByRole('button', { name: 'Invite team member' });
    await page.getByLabel('Email').fill('noor');
    const letGo = await page.evaluateHandle(() => {
      let resolve: () => void = () => undefined;
      globalThis.answerHeld = new Promise<void>((given) => (resolve = given));
      return resolve;
    });
    await button.click();
    const sending = page.getByRole('button', { name: 'Inviting…' });
    await sending.waitFor();
    expect(await sending.getAttribute('aria-disabled')).toBe('true');
    expect(await sending.evaluate((element) => element === document.activeElement)).toBe(true);
    await sending.press('Enter');
    await letGo.evaluate((resolve) => resolve());
    await page.getByRole('alert').waitFor();
    expect(await button.getAttribute('aria-disabled')).toBeNull();
    await page.context().close();
  });

  it('after a refusal shows what was typed, drops the password and moves the focus to the summary', async () => {
    const page = await gallery.open('invitation');
    await page.getByLabel('Email').fill('noor');
    await page.getByRole('textbox', { name: 'Password' }).fill('not to be seen again');
    await page.getByLabel('IT', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Invite team member' }).click();
    const summary = page.getByRole('alert');
    await summary.waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
    expect(await summary.textContent()).toContain('There are two problems on this page');
    expect(await page.getByLabel('Email').inputValue()).toBe('noor');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    const described = await page.getByLabel('Email').getAttribute('aria-describedby');
    expect(described).toBe('invite-email-description invite-email-error');
    await summary.getByRole('link', { name: 'Departments: This field is required.' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('departments');
    await page.context().close();
  });

  it('heals an error when its field is corrected, and shows a password while it is typed', async () => {
    const page = await gallery.open('invitation');
    const email = page.getByLabel('Email');
    const password = page.getByRole('textbox', { name: 'Password' });
    const summary = page.getByRole('alert');
    const error = page.locator('#invite-email-error');
    await email.fill('noor');
    await password.fill('typed in sight');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Invite team member' }).click();
    await summary.getByText('There is one problem on this page').waitFor();
    expect([await password.getAttribute('type'), await password.inputValue()]).toEqual(['password', '']);
    await email.fill('noor@');
    expect(await error.isVisible()).toBe(true);
    await email.fill('noor@northmere.example');
    await summary.getByText('All corrected').waitFor();
    expect([await error.count(), await email.getAttribute('aria-invalid')]).toEqual([0, null]);
    await email.fill('noor');
    await error.waitFor();
    await page.context().close();
  });

  it('moves the focus to the summary again when the next attempt fails', async () => {
    const page = await gallery.open('invitation');
    const onSummary = () => document.activeElement?.getAttribute('role') === 'alert';
    await page.getByLabel('Email').fill('noor@northmere.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('one');
    await page.getByRole('button', { name: 'Invite team member' }).click();
    await page.waitForFunction(onSummary);
    expect(await page.getByRole('alert').textContent()).toContain('This address already has an account.');
    await page.getByRole('textbox', { name: 'Password' }).fill('two');
    await page.getByRole('button', { name: 'Invite team member' }).click();
    await page.waitForFunction(onSummary);
    await page.context().close();
  });
});

it('shows a bar’s value and its track in forced colours', async () => {
  const page = await gallery.open('components', { forcedColors: 'active' });
  const bar = page.locator('.rate meter:not([value="100"])').first();
  // Its parts answer to no question: they have colours and a line of their own where those that are forced would leave
  // none.
  expect(await bar.evaluate((meter) => getComputedStyle(meter).forcedColorAdjust)).toBe('none');
  await page.context().close();
});

it('opens the search with / and Ctrl K unless somebody is typing', async () => {
  const page = await gallery.open('documents');
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: /^Search documents/ });
  await search.waitFor();
  await page.keyboard.press('/');
  expect(await search.inputValue()).toBe('/');
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.className === 'search-opener');
  await page.getByLabel('Search by name').focus();
  await page.keyboard.press('/');
  expect(await page.getByLabel('Search by name').inputValue()).toBe('/');
  await page.keyboard.press('Control+k');
  await search.waitFor();
  await page.context().close();
});

it('prints without navigation and with the line that says who printed it', async () => {
  const page = await gallery.open('documents');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.main-nav').isVisible()).toBe(false);
  expect(await page.locator('.filters').isVisible()).toBe(false);
  const printed = page.locator('.print-only');
  expect(await printed.allTextContents()).toEqual([
    expect.stringMatching(/^Page 1 of \d+ is printed\. Print all prints every row: \/dashboard\?.*page=all$/),
    expect.stringContaining('Printed by Ines Okafor on 12 Mar 2026 14:05 UTC'),
  ]);
  for (const line of await printed.all()) expect(await line.isVisible()).toBe(true);
  await page.context().close();
});

it('shows touch-sized sort links above a stacked list, without other column heads', async () => {
  const page = await gallery.open('documents', { viewport: { width: 360, height: 800 } });
  const links = page.locator('.register thead a');
  expect(await links.count()).toBeGreaterThan(3);
  for (const link of await links.all()) {
    const { height, seen } = await link.evaluate((one) => {
      one.scrollIntoView({ block: 'center' });
      const box = one.getBoundingClientRect();
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return { height: box.height, seen: one.contains(top) };
    });
    expect(seen).toBe(true);
    expect(height).toBeGreaterThanOrEqual(24);
  }
  const others = page.locator('.register thead th:not(:has(a))');
  expect(await others.count()).toBeGreaterThan(0);
  for (const other of await others.all()) expect((await other.boundingBox())!.width).toBeLessThanOrEqual(1);
  await page.context().close();
});

it.each([390, 700, 768, 820])('shows every column of a list and what it is sorted by at %i px', async (width) => {
  const page = await gallery.open('documents', { viewport: { width, height: 800 }, javaScriptEnabled: false });
  const hidden = await page
    .locator('.register :is(thead a, tbody th, tbody td:not(:empty))')
    .evaluateAll((all) => all.filter((one) => !one.checkVisibility()).map((one) => one.textContent));
  expect(hidden).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.context().close();
});
