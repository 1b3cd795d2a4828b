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

describe('an upload', () => {
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
        .getByRole('checkbox', { checked: true })
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
    await finder.waitFor();
    expect(await group.getByRole('checkbox').filter({ visible: true }).count()).toBe(0);
    await finder.fill('príya');
    expect(await finder.getAttribute('aria-expanded')).toBe('true');
    const [list, option] = await Promise.all(
      [group.getByRole('listbox'), group.getByRole('option').first()].map((part) => part.boundingBox()),
    );
    expect(option!.x - list!.x, 'the options begin where their box does').toBeLessThan(3);
    await finder.press('ArrowDown');
    expect(await finder.getAttribute('aria-activedescendant')).toBe(
      await group.getByRole('option').first().getAttribute('id'),
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
    await group.getByRole('checkbox', { name: 'Priya Raman' }).uncheck();
    expect(await ticked()).toHaveLength(1);
    expect(await group.getByRole('checkbox').filter({ visible: true }).count()).toBe(1);
    await page.context().close();
  });
});
