import { expect, testOfDemonstration as test } from '../support/browser.ts';
import { Person } from '../support/person.ts';

const password = 'verdigris-lantern-42';

test('a document is found by number, title and words inside from every page', async ({
  browser,
  product,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const email = 'ines.okafor@northmere.example';
  const person = await Person.at(browser, { baseURL: product.url, scripts, email, password });
  await person.signIn();
  const { page } = person;
  const field = scripts
    ? page.getByRole('combobox', { name: /^Search documents/ })
    : page.getByRole('searchbox', { name: /^Search documents/ });
  const result = (name: string | RegExp) => page.getByRole(scripts ? 'option' : 'link', { name });
  const type = async (words: string) => {
    await field.fill(words);
    if (!scripts) await field.press('Enter');
  };
  await page.goto('/dashboard/users');
  if (scripts) {
    await page.locator('html.js').waitFor();
    await page.keyboard.press('Control+k');
    await expect(result('Create document')).toBeVisible();
  } else await page.getByRole('link', { name: 'Search', exact: true }).click();
  for (const spelling of ['017', 'qa 17', 'SOP-QA-017', 'sop017', 'QA - 017']) {
    await type(spelling);
    await expect(result(/^SOP - QA - 017, version 2.0 Batch Record Review /)).toBeVisible();
  }
  await expect(result(/^Download audit trail of SOP-QA-017/)).toBeVisible();
  await type('idle time');
  await expect(result(/^Idle timeout, minutes/)).toBeVisible();
  await person.check();
  // Words that stand in the PDF alone; a job reads it soon after the upload.
  await expect(async () => {
    await type('');
    await type('deviation');
    await expect(result(/Page \d/).first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 90_000 });
  if (scripts) {
    // What was asked for meanwhile begins at the first result again.
    await page.waitForLoadState('networkidle');
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await expect(field).toHaveAttribute('aria-activedescendant', 'search-option-2');
    await page.context().setOffline(true);
    await type('deviations');
    await expect(page.getByText('No connection. Try again in a moment.')).toBeVisible();
    await page.context().setOffline(false);
  }
  // Enter may come before the results of what was typed do.
  await type('qa 017');
  if (scripts) await field.press('Enter');
  else
    await result(/Batch Record Review /)
      .first()
      .click();
  await page.waitForURL(/\/dashboard\/docs\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1, name: 'Batch Record Review' })).toBeVisible();
  await person.close();
});
