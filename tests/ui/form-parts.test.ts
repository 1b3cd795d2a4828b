import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gallery, openGallery } from './open.ts';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery.close());

describe('a toast', () => {
  it('disappears after its time, waits under the pointer, and leaves a notice in the page', async () => {
    const page = await gallery.open('toast');
    const toast = page.locator('.toast');
    await toast.hover();
    expect(await page.getByRole('alert').textContent()).toContain(
      'There was a problem getting your list of documents.',
    );
    await page.waitForTimeout(1800);
    expect(await toast.isVisible()).toBe(true);
    await page.mouse.move(600, 10);
    await toast.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').isVisible()).toBe(true);
    await page.context().close();
  });

  it('is only a notice where scripts are off', async () => {
    const page = await gallery.open('toast', { javaScriptEnabled: false });
    expect(await page.locator('.toast').isVisible()).toBe(false);
    expect(await page.getByRole('alert').isVisible()).toBe(true);
    await page.context().close();
  });
});

describe('a date', () => {
  it('is chosen from a month by keyboard, or with one press', async () => {
    const page = await gallery.open('fields');
    const typed = page.getByRole('textbox', { name: 'Effective date' });
    const open = page.getByRole('button', { name: 'Choose a day: Effective date' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await typed.fill('4 December 2026');
    await open.click();
    await page.getByRole('grid', { name: 'December 2026' }).waitFor();
    expect(await focused()).toBe('Friday, 4 December 2026, selected');
    await page.keyboard.press('Escape');
    expect(await open.evaluate((element) => element === document.activeElement)).toBe(true);
    await open.press('Enter');
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await typed.inputValue()).toBe('11 Dec 2026');
    expect(await page.getByRole('grid').count()).toBe(0);
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    expect(await typed.inputValue()).toBe('27 Nov 2026');
    await page.context().close();
  });

  it('is a text field where scripts are off', async () => {
    const page = await gallery.open('fields', { javaScriptEnabled: false });
    await page.getByLabel('Effective date').fill('11 Dec 2026');
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /Choose a day|Tomorrow/ })
        .count(),
    ).toBe(0);
    await page.context().close();
  });
});

describe('an upload', () => {
  it('shares one drop anywhere on the frame by the kinds of its files', async () => {
    const page = await gallery.open('fields');
    await page.locator('.drop-area').evaluate((area) => {
      const dataTransfer = new DataTransfer();
      for (const name of ['Line.pdf', 'Line.docx', 'More.pdf']) dataTransfer.items.add(new File(['x'], name));
      area.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    });
    const names = () =>
      page
        .locator('input[type=file]')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect((await names()).map((path) => path.replace(/.*\\/, ''))).toEqual(['Line.docx', 'Line.pdf']);
    await page.getByText('Each field takes one file at a time. Not taken: More.pdf').waitFor();
    await page.context().close();
  });

  it('shows the file while it is uploaded and then stored, with its key in the form', async () => {
    const page = await gallery.open('components');
    const pdf = { name: 'Line Clearance.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(2_900_000) };
    await page.getByLabel('Final PDF, sent by script').setInputFiles(pdf);
    await page.getByRole('progressbar', { name: 'Uploading Line Clearance.pdf' }).waitFor();
    await page.locator('input[name=u4Key][value=sent]').waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('leaves the earlier file in place when cancelled or rejected', async () => {
    const page = await gallery.open('components');
    const file = page.locator('input[name=u4]');
    const send = (name: string) =>
      file.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(1000) });
    const stored = page.locator('input[name=u4Key][value=sent]');
    const cancel = page.getByRole('button', { name: 'Cancel, upload of Final PDF, sent by script' });
    await send('Endless.pdf');
    await cancel.click();
    expect(await file.isVisible()).toBe(true);
    expect(await stored.count()).toBe(0);
    await send('Line Clearance.pdf');
    await stored.waitFor({ state: 'attached' });
    await send('Endless.pdf');
    await cancel.click();
    expect(await stored.count()).toBe(1);
    await send('Refused.pdf');
    await page.getByText('The file is named .pdf but holds plain text. Line Clearance.pdf stays.').waitFor();
    expect(await stored.count()).toBe(1);
    expect(await file.isVisible()).toBe(true);
    await page.context().close();
  });

  it('lets a stored file be replaced where scripts are off', async () => {
    const page = await gallery.open('components', { javaScriptEnabled: false });
    const input = page.locator('input[name=u2]');
    expect(await input.isVisible()).toBe(false);
    await page.getByText('Replace Final PDF, stored').click();
    expect(await input.isVisible()).toBe(true);
    await page.context().close();
  });
});

describe('a multiselect', () => {
  it('counts what is chosen without script', async () => {
    const page = await gallery.open('components', { javaScriptEnabled: false });
    const count = page.getByRole('group', { name: 'Assign to Department(s)' }).locator('.choices-count');
    const words = () => count.evaluate((element) => getComputedStyle(element, '::before').content);
    expect(await words()).toContain('counter(chosen)');
    expect(await page.getByPlaceholder('Type a name').isVisible()).toBe(false);
    await page.context().close();
  });

  it('with script finds options by keyboard and without accents, and sends the ticked boxes', async () => {
    const page = await gallery.open('components');
    const group = page.getByRole('group', { name: 'Approvers' });
    const finder = group.getByRole('combobox', { name: 'Approvers: search in this list' });
    const ticked = () =>
      group
        .getByRole('checkbox', { checked: true, includeHidden: true })
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
    await finder.waitFor();
    expect(await group.getByRole('checkbox').filter({ visible: true }).count()).toBe(0);
    await finder.fill('príya');
    expect(await finder.getAttribute('aria-expanded')).toBe('true');
    const [list, option] = await Promise.all(
      [group.getByRole('listbox'), group.getByRole('option').first()].map((part) => part.boundingBox()),
    );
    expect(option!.x - list!.x, 'the options begin where their box does').toBeLessThan(3);
    expect(await finder.getAttribute('aria-activedescendant'), 'the first match is active').toBe(
      await group.getByRole('option').first().getAttribute('id'),
    );
    const below = group.locator('xpath=following::*[self::h2 or self::h3 or self::label][1]');
    expect((await below.boundingBox())!.y, 'the list covers nothing').toBeGreaterThanOrEqual(
      await group.evaluate((element) => element.getBoundingClientRect().bottom),
    );
    await finder.press('Enter');
    expect(await ticked()).toEqual(['Priya Raman']);
    expect(await group.getByRole('option', { name: 'Priya Raman' }).getAttribute('aria-selected')).toBe('true');
    await finder.fill('noor');
    await group.getByRole('option').first().click();
    expect(await ticked()).toHaveLength(2);
    await finder.fill('nobody of this name');
    expect(await group.getByText('No matches found...').isVisible()).toBe(true);
    await finder.press('Escape');
    expect(await finder.getAttribute('aria-expanded')).toBe('false');
    const tokens = group.getByRole('list', { name: 'Approvers: chosen' }).getByRole('listitem');
    expect(await tokens.count()).toBe(2);
    await group.getByRole('button', { name: 'Remove Priya Raman' }).click();
    expect(await tokens.count()).toBe(1);
    expect(await ticked()).toHaveLength(1);
    expect(await finder.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });
});
