import { readFile } from 'node:fs/promises';
import { library, packOf } from '#tests/support/source-pack.ts';
import { expect, test } from '../support/browser.ts';
import { Person } from '../support/person.ts';

test.use({ start: { flags: ['--demo'] } });
const password = 'verdigris-lantern-42';
/** A job of the server takes as long as the machine is busy. */
const jobDone = { timeout: 0 };

test('a library of another system comes in after a preview, a sample and two signatures [A11-4d] [A11-4e]', async ({
  browser,
  product,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const join = (name: string) => Person.ofDemonstration(browser, product.url, scripts, name);
  const sign = async ({ page, email }: Person, action: string) => {
    await page.getByLabel('Email').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: action }).click();
  };
  const [importer, approver] = await Promise.all([join('ines.okafor'), join('priya.raman')]);
  const { page } = importer;
  const name = scripts ? 'Verfahren' : 'Arbeitsweise';
  const given = library(3, 'tomasz.wieczorek@northmere.example', 'hana.kobayashi@northmere.example', name);
  given.tables.departments = [{ name: 'Weighing' }];
  for (const document of given.tables.documents) {
    document.number = '';
    document.departments = 'Quality Assurance; Weighing';
  }

  await importer.goto('/dashboard/settings/export');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Import' }).click();
  await page.getByRole('link', { name: 'New import' }).click();
  await page.getByRole('textbox', { name: 'Source' }).fill('QDoc 4');
  await page.getByLabel('Reason for change').fill('QDoc is switched off.');
  const files = packOf(given).map(({ name, bytes }) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  }));
  await page.locator('input[name=files]').setInputFiles(files);
  await importer.check();
  await page.getByRole('button', { name: 'Send and preview' }).click();

  // Without script the page loads itself again.
  await page.getByText('There is no department Weighing.').waitFor(jobDone);
  await importer.check();
  await importer.fits('an import with problems');
  const [problems] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download problems, CSV' }).click(),
  ]);
  expect(await readFile(await problems.path(), 'utf8')).toContain('There is no department Weighing.');
  const back = page.url();
  await page.getByRole('button', { name: 'Create one department' }).click();
  await page.getByText('No problem was found.').waitFor(jobDone);

  await page.getByRole('link', { name: 'Compare the sample' }).click();
  await page.getByRole('radio', { name: 'Equal: versions, row 2', exact: true }).waitFor();
  await importer.check();
  // Without scripts nothing else waits for the rows below the second.
  await page.waitForLoadState();
  for (const row of await page.getByRole('radio', { name: /^Equal: / }).all()) await row.check();
  await sign(importer, 'Sign the check');
  await expect(page.getByText('Another admin must approve this import')).toBeVisible();

  await approver.page.goto(back);
  await approver.page.getByRole('link', { name: 'Approve the import' }).click();
  await approver.page.getByRole('heading', { name: 'Approve the import' }).waitFor();
  await approver.check();
  await sign(approver, 'Approve the import');
  await approver.page.getByText('3 documents imported.').waitFor(jobDone);
  await approver.check();
  const [report] = await Promise.all([
    approver.page.waitForEvent('download'),
    approver.page.getByRole('link', { name: 'Migration report, CSV' }).click(),
  ]);
  expect(await readFile(await report.path(), 'utf8')).toContain('I approve this import.');

  await importer.goto(`/search?q=${encodeURIComponent(`${name} 2`)}`);
  await page
    .getByRole('link', { name: `${name} 2` })
    .first()
    .click();
  await page.getByRole('heading', { name: `${name} 2` }).waitFor();
  await importer.goto(`${new URL(page.url()).pathname.replace(/\/(?:read|timeline|record)$/, '')}/timeline`);
  await expect(page.getByText(/Approved outside by Dr\. Weiß, J\. Roth/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  const related = page.getByRole('region', { name: 'Related documents' });
  await expect(related).toContainText(`, ${name} 3 (Effective): refers to this document`);
  await expect(related).toContainText('As claimed by the source, QDoc 4.');
  await importer.check();
  await related.getByRole('link', { name: `${name} 1` }).click();
  await page.getByRole('heading', { name: `${name} 1`, level: 1 }).waitFor();
  await Promise.all([importer, approver].map((one) => one.close()));
});
