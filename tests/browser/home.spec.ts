import type { Locator } from '@playwright/test';
import { expect, testOfDemonstration as test } from '../support/browser.ts';
import { Person } from '../support/person.ts';

const password = 'verdigris-lantern-42';

test('the focus stays in the filter and moves to the heading of the next page', async ({
  browser,
  product,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const email = 'greta.lindqvist@northmere.example';
  const person = await Person.at(browser, { baseURL: product.url, scripts, email, password });
  await person.signIn();
  const { page } = person;
  /** Without script the browser loads the page anew and starts at its top. */
  const expectFocus = async (place: Locator) => {
    if (scripts) await expect(place).toBeFocused();
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await page.goto('/dashboard?tab=manage');
  if (scripts) await page.locator('html.js').waitFor();
  await page.getByLabel('Search by name').focus();
  await page.keyboard.type('policy');
  // With script the list follows what is typed.
  if (!scripts) await page.keyboard.press('Enter');
  await page.waitForURL(/q=policy/);
  expect([...new URL(page.url()).searchParams.values()], 'no empty parameter').not.toContain('');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectFocus(page.getByLabel('Search by name'));
  const area = page.getByLabel('Functional area', { exact: true });
  await area.focus();
  await area.selectOption('QA');
  if (!scripts) await page.getByRole('button', { name: 'Show' }).click();
  await page.waitForURL(/area=QA/);
  await expect(page.getByText('No matches found...')).toBeVisible();
  await expectFocus(area);
  await page.getByRole('link', { name: 'functional area QA, remove filter' }).click();
  await page.waitForURL((url) => !url.searchParams.has('area'));
  await expect(page.getByLabel('Search by name')).toHaveValue('policy');
  // The fields show the values of the address.
  await expect(area).toHaveValue('');

  await page.getByRole('link', { name: 'Quality Policy' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/docs\/[0-9a-f-]{36}$/);
  await expectFocus(heading('Quality Policy'));
  await page.getByRole('link', { name: 'Documents', exact: true }).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard(\?|$)/);
  await expectFocus(heading('Documents'));
  // The next tab stop after the heading is the first control.
  await page.keyboard.press('Tab');
  await expectFocus(page.locator('.tabs a').first());
  await person.close();
});

test('the home page is read and filtered in one look', async ({ browser, product, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled ?? true;
  const email = 'ines.okafor@northmere.example';
  const person = await Person.at(browser, { baseURL: product.url, scripts, email, password });
  await person.signIn();
  const { page } = person;
  await page.goto('/dashboard?tab=manage');
  if (scripts) await page.locator('html.js').waitFor();
  // Without script the bar has more controls.
  for (const width of [1200, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const register = await page.locator('.register').boundingBox();
    expect(register!.y, `the register at ${width} px`).toBeLessThan(scripts ? 430 : 520);
  }
  await page.setViewportSize({ width: 740, height: 900 });
  expect((await page.locator('.masthead-in').boundingBox())!.height, 'the masthead is one line').toBeLessThan(60);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.locator('.start .docket')).toHaveCount(3);
  const task = page.locator('.docket-line').first();
  await expect(task.locator('p')).toHaveAttribute('title', (await task.locator('p').textContent())!);
  for (const width of [360, 390, 768, 1200, 1600, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await page
      .locator('.docket-title')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 4).map((one) => one.textContent));
    expect(cut, `all of a title is read at ${width} px`).toEqual([]);
  }
  await task.locator('.record').evaluate((title) => (title.textContent = 'Überwachung '.repeat(6)));
  await person.fits('a long task');
  for (const width of [360, 768, 1600, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await task.boundingBox())!.height, `a low row at ${width} px`).toBeLessThan(70);
  }
  // Below a long title there is room for whose review is due.
  await expect(task.locator('.meta')).toContainText('Owned by Pavel Dvořák. Its periodic review is due.');
  expect((await task.locator('.meta').boundingBox())!.width).toBeGreaterThan(200);
  await person.check();

  await test.step('the first row is three tab stops away, and all of it is a link', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.locator('tbody a.record').first()).toBeFocused();
    const box = await page.locator('tbody tr').first().boundingBox();
    await page.mouse.click(box!.x + box!.width - 60, box!.y + box!.height / 2);
    await page.waitForURL(/docs\/[0-9a-f-]{36}$/);
  });

  await test.step('a figure leads to what it counts, and Start here becomes one line', async () => {
    await page.goto('/dashboard?tab=manage');
    const figure = page.getByRole('link', { name: /In review/ });
    const count = Number(await figure.locator('b').innerText());
    await figure.click();
    await page.waitForURL(/status=IN_REVIEW/);
    await expect(page.locator('tbody tr')).toHaveCount(count);
    await expect(page.locator('.start .docket')).toHaveCount(0);
    await expect(page.getByText('tasks are waiting for you.')).toBeVisible();
    await person.check();
  });

  await test.step('a view is saved, opened and deleted', async () => {
    await page.getByText('Views', { exact: true }).click();
    await person.check();
    await page.getByLabel('Save this view as').fill('In review');
    await page.getByRole('button', { name: 'Save view' }).click();
    await person.sees('View “In review” saved.');
    await page.goto('/dashboard?tab=manage&show=my');
    await page.getByText('Views', { exact: true }).click();
    await page.locator('.views-panel').getByRole('link', { name: 'In review' }).click();
    await page.waitForURL(/status=IN_REVIEW/);
    await page.getByText('Views', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete, In review' }).click();
    await person.sees('View “In review” deleted.');
  });
  await person.close();
});
