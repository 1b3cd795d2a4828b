import { paperPdf } from '../../app/set-up/demonstration/document-pdf.ts';
import { expect, test } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { readAndSign } from './read-and-sign.ts';

test.use({ start: { flags: ['--demo'] } });
const title = 'Pipette Verification';

test('a minor change takes the shorter route of its kind, and the form says who is not asked in it', async ({
  browser,
  product,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const join = (name: string) => Person.ofDemonstration(browser, product.url, scripts, name);
  const [admin, owner, approver] = (await Promise.all(['ines.okafor', 'yuki.tanabe', 'priya.raman'].map(join))) as [
    Person,
    Person,
    Person,
  ];
  const { page } = owner;

  await test.step('an admin defines a route for a type, and one for its minor changes', async () => {
    const define = async (name: string, kinds: readonly string[], steps: readonly string[]) => {
      await admin.goto('/dashboard/settings/routes/define');
      const { page: form } = admin;
      await form.getByLabel('Name', { exact: true }).first().fill(name);
      await form.getByRole('checkbox', { name: 'WI' }).check();
      for (const kind of kinds) await form.getByRole('checkbox', { name: kind, exact: true }).check();
      for (const [at, step] of steps.entries()) {
        const fields = form.getByRole('group', { name: `Step ${at + 1}` });
        await fields.getByLabel('Name', { exact: true }).fill(step);
        await fields.getByLabel('A signature means').selectOption('approved');
        await fields.getByLabel('How many').fill('1');
        await fields.getByLabel('Days').fill('5');
      }
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await form.waitForURL(/\/settings\/routes$/);
    };
    await define('Instructions', [], ['Expert', 'Line owner']);
    await define('Small changes', ['Minor', 'Editorial'], ['Line owner']);
  });

  await test.step('the form of a revision shows the steps of the kind that is chosen, and who stays', async () => {
    await owner.goto(`/search?q=${encodeURIComponent(title)}`);
    await page.getByRole('link', { name: title }).first().click();
    await page.waitForURL(/\/dashboard\/docs\/[0-9a-f-]{36}/);
    const [, found] = /docs\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
    await owner.goto(`/dashboard/docs/${found}/revise`);
    await owner.choose('Who signs step 1, Expert', 'Tomasz Wieczorek');
    await owner.choose('Who signs step 2, Line owner', 'Priya Raman');
    await page.getByRole('radio', { name: /^Minor/ }).check();
    if (!scripts) await page.getByRole('button', { name: 'Show the steps of this kind of change' }).click();
    await owner.sees(
      /These are the steps of the route Small changes\. Not chosen in them: .*Tomasz Wieczorek \(Expert\)/,
    );
    await expect(page.getByRole('group', { name: 'Who signs step 1, Expert' })).toHaveCount(0);
    const steps = page.getByRole('group', { name: 'Who signs step 1, Line owner' });
    await expect(steps.getByRole('checkbox', { checked: true, includeHidden: true })).toHaveCount(1);
    await expect(steps.getByRole('checkbox', { name: 'Priya Raman', includeHidden: true })).toBeChecked();
    await owner.check();
  });

  await test.step('the version goes along it', async () => {
    const section = { heading: 'Balance', paragraphs: ['The balance is checked every week.'] };
    const paper = { organisation: 'Northmere Diagnostics', number: 'WI-LAB-007', title, version: '1.2' };
    const buffer = await paperPdf({ ...paper, sections: [section] });
    await page
      .getByLabel('Final PDF', { exact: true })
      .setInputFiles({ name: 'WI-LAB-007 1.2.pdf', mimeType: 'application/pdf', buffer });
    await page.getByLabel('Version', { exact: true }).fill('1.2');
    await page.getByLabel(/^Reason for change/).fill('A typing error.');
    await page.getByLabel('What changes 1').fill('A typing error in step 2.');
    await page.getByRole('button', { name: 'Revise', exact: true }).last().click();
    await page.waitForURL(/\/dashboard(\?|$)/);
    await approver.goto('/dashboard?tab=manage');
    await approver.page.getByRole('link', { name: title }).first().click();
    await approver.page.waitForURL(/\/dashboard\/approve\//);
    await expect(approver.page.getByText('Line owner').first()).toBeVisible();
    await readAndSign(approver, 'I have read and approve the document', 'I approve this document', 'Approve Document');
    const uid = /approve\/([0-9a-f-]{36})/.exec(approver.page.url())?.[1] ?? '';
    await admin.goto(`/dashboard/docs/${uid}/publish`);
    await expect(admin.page.getByText('Requires Final Approval').first()).toBeVisible();
  });
  await Promise.all([admin, owner, approver].map((person) => person.close()));
});
