import { paperPdf, paperWorkingFile } from '../../app/set-up/demonstration/document-pdf.ts';
import { expect, test } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { readAndSign } from './read-and-sign.ts';

test.use({ start: { flags: ['--demo'] } });
const name = 'Release of Reagents';
const docId = '701';
const approving = 'I have read and approve the document';
const meanings = { approved: 'I approve this document', quality: 'I approve this document for the quality unit' };

test('a version goes along its route, and a deputy signs the last step for somebody who is away', async ({
  browser,
  product,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const join = (name: string) => Person.ofDemonstration(browser, product.url, scripts, name);
  const [admin, author, expert, deputy] = (await Promise.all(
    ['ines.okafor', 'tomasz.wieczorek', 'priya.raman', 'greta.lindqvist'].map(join),
  )) as [Person, Person, Person, Person];

  await test.step('an admin defines a route of two steps, the first with one signature of those asked', async () => {
    await admin.goto('/dashboard/settings/routes');
    await admin.page.getByRole('link', { name: 'Define route' }).click();
    await admin.page.getByLabel('Name', { exact: true }).first().fill('Policies');
    await admin.page.getByRole('checkbox', { name: 'Policy' }).check();
    const steps = [
      { Name: 'Expert review', 'How many': '1', Days: '5' },
      { Name: 'Quality release', 'How many': 'all', Days: '3' },
    ];
    for (const [at, fields] of steps.entries()) {
      const step = admin.page.getByRole('group', { name: `Step ${at + 1}` });
      for (const [label, value] of Object.entries(fields))
        await step.getByLabel(label, { exact: false }).first().fill(value);
    }
    await admin.page
      .getByRole('group', { name: 'Step 2' })
      .getByLabel('A signature means')
      .selectOption('quality_approved');
    await admin.check();
    await admin.page.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.page.waitForURL(/\/settings\/routes$/);
  });

  await test.step('the author creates a document along it', async () => {
    const { page } = author;
    await author.goto(`/dashboard/docs/create?name=${encodeURIComponent(name)}`);
    const paper = {
      title: name,
      number: `Policy-QA-${docId}`,
      organisation: 'Northmere Diagnostics',
      version: '1.0',
      sections: [{ heading: 'Purpose', paragraphs: ['Reagents are released by the quality unit.'] }],
    };
    const working = { name: 'p.fodt', mimeType: 'application/xml', buffer: paperWorkingFile(paper) };
    const final = { name: 'p.pdf', mimeType: 'application/pdf', buffer: await paperPdf(paper) };
    await page.getByLabel('Working document', { exact: true }).setInputFiles(working);
    await page.getByLabel('Final PDF', { exact: true }).setInputFiles(final);
    await page.getByLabel('Type', { exact: true }).selectOption('Policy');
    await page.getByLabel('Functional area', { exact: true }).selectOption('QA');
    await page.getByLabel('Doc ID').fill(docId);
    await page.getByLabel('Version', { exact: true }).fill('1.0');
    if (!scripts) await page.getByRole('button', { name: /steps/i }).first().click();
    await author.choose('Who signs step 1, Expert review', 'Priya Raman');
    await author.choose('Who signs step 1, Expert review', 'Daniel Achterberg');
    await author.choose('Who signs step 2, Quality release', 'Ines Okafor');
    await author.check();
    await page.getByRole('button', { name: 'Create', exact: true }).last().click();
    await author.sees('The document is created and sent to its approvers.');
  });
  await test.step('one expert signs, which is enough for the first step', async () => {
    await expert.goto('/dashboard?tab=manage');
    await expert.page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await expert.page.waitForURL(/\/dashboard\/approve\//);
    await readAndSign(expert, approving, meanings.approved, 'Approve Document');
  });

  await test.step('who is away declares it, and the deputy signs the second step for them', async () => {
    // Who stands in for somebody is not away meanwhile.
    await author.goto('/absence');
    await author.page.getByRole('link', { name: /^End now/ }).click();
    await author.page.getByRole('button', { name: 'End absence' }).click();
    await author.sees('The absence is ended.');
    await admin.goto('/absence');
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await admin.page.getByLabel('Last day', { exact: true }).fill(until);
    await admin.page.getByLabel('Deputy', { exact: true }).selectOption({ label: 'Greta Lindqvist' });
    await admin.page.getByRole('button', { name: 'Declare absence' }).click();
    await admin.sees('Your absence is declared. Greta Lindqvist approves meanwhile.');
    await deputy.goto('/dashboard?tab=manage');
    await deputy.page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await deputy.page.waitForURL(/\/dashboard\/approve\//);
    const uid = /approve\/([0-9a-f-]{36})/.exec(deputy.page.url())![1];
    await readAndSign(deputy, approving, meanings.quality, 'Approve Document');
    await expect(deputy.page.locator('.signature dd', { hasText: 'Ines Okafor' })).toBeVisible();
    await admin.goto(`/dashboard/docs/${uid}/audit`);
    await expect(admin.page.getByText(/Greta Lindqvist.*for Ines Okafor/).first()).toBeVisible();
    await expect(admin.page.getByText(/Quality release/).first()).toBeVisible();
    await admin.goto(`/dashboard/docs/${uid}/publish`);
    await expect(admin.page.getByText('Requires Final Approval').first()).toBeVisible();
    await expect(admin.page.getByText('Greta Lindqvist for Ines Okafor')).toBeVisible();
    await expect(admin.page.getByText(/^Approved for the quality unit \d/)).toBeVisible();
  });
  await Promise.all([admin, author, expert, deputy].map((person) => person.close()));
});
