import { expect, testOfDemonstration as test } from '../support/browser.ts';
import { Person } from '../support/person.ts';

test('reports open with pictures, lead to the records, and show the past', async ({
  browser,
  product,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const person = await Person.at(browser, {
    baseURL: product.url,
    scripts,
    email: 'ines.okafor@northmere.example',
    password: 'verdigris-lantern-42',
  });
  const { page } = person;
  await person.signIn();
  await person.goto('/dashboard/reports');

  // A column says its values to the pointer and to the keyboard; with scripts the arrow keys go on.
  const reviews = page.getByRole('group', { name: 'Reviews due by month' });
  const columns = reviews.getByRole('img');
  await expect(columns).toHaveCount(13);
  const words = columns.locator('.plot-words');
  await expect(words.last()).toBeVisible();
  await columns.nth(3).locator('.plot-slot').hover({ force: true });
  await expect(words.nth(3)).toBeVisible();
  await expect(words.last()).toBeHidden();
  await page.getByRole('heading', { name: 'Reports', exact: true }).hover();
  await columns.last().focus();
  if (scripts) {
    await page.keyboard.press('ArrowLeft');
    await expect(columns.nth(11)).toBeFocused();
    await expect(words.nth(11)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Reviews due by month in numbers')).toBeFocused();
  }

  // Department, matrix, record, person: each is one link away.
  await page.getByRole('link', { name: /^Laboratory: / }).click();
  await expect(page).toHaveURL(/department=[^&]+&gaps=yes/);
  const matrix = page.getByRole('region', { name: 'Training matrix, scrolls sideways' });
  await expect(matrix.getByRole('rowheader', { name: 'Hana Kobayashi' })).toBeVisible();
  await page.getByRole('link', { name: 'All training' }).click();
  await expect(page).not.toHaveURL(/gaps/);
  await matrix.getByRole('link', { name: 'Trained, sort people' }).click();
  await expect(page).toHaveURL(/people=asc/);
  await matrix.getByRole('link', { name: 'Hana Kobayashi' }).click();
  await expect(page.getByRole('heading', { name: 'Training of Hana Kobayashi' })).toBeVisible();
  await page.goBack();
  await matrix.getByRole('cell').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Training record', exact: true })).toBeVisible();

  // The same record as it was: nothing can be done there, and one link leads back.
  await page.getByText('View as of', { exact: true }).click();
  await page.getByLabel('View as of (UTC)').fill(new Date().toISOString().slice(0, 16));
  await page.getByRole('button', { name: 'Show that moment' }).click();
  await expect(page.getByRole('status')).toContainText('You are viewing the record as of');
  await person.check();
  await page.getByRole('link', { name: 'Return to now' }).click();
  await expect(page.locator('[data-asof]')).toHaveCount(0);

  // Every row of a list is printed, by the keys with script and by the link without.
  await page.addInitScript(() => (window.print = () => (document.title = 'printing')));
  await page.goto('/dashboard?tab=manage&show=all');
  if (scripts) await page.locator('html.js').waitFor();
  const count = /of (\d+) documents/.exec(await page.locator('.pager').innerText())?.[1];
  expect(await page.locator('tbody tr').count()).toBeLessThan(Number(count));
  if (scripts) await page.keyboard.press('Control+p');
  else await page.getByRole('link', { name: 'Print all' }).click();
  await page.waitForURL(/page=all/);
  await expect(page.locator('tbody tr')).toHaveCount(Number(count));
  if (scripts) await expect(page).toHaveTitle('printing');
  await person.close();
});
