import { retireDocument } from '../../app/documents/commands/retire.ts';
import { deactivateUser } from '../../app/people/commands/activation.ts';
import { expect, testOfOrganisation as test } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { inSecondProcess } from '../support/second-process.ts';

test('an approver is replaced and a periodic review is recorded', async ({
  browser,
  product,
  organisation,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const { admin, author, approver, documents } = organisation;
  await inSecondProcess(product.dataDir, async (services) => {
    const world = organisation.world.with({ ports: services });
    await world.act(admin, deactivateUser, { user: approver.uid });
    // Only one document is left with an approver to replace.
    await world.act(admin, retireDocument, { document: documents.underRevision, reason: 'Merged.' });
  });
  const open = ({ email, password }: { email: string; password: string }) =>
    Person.at(browser, { baseURL: product.url, scripts, email, password });
  const [boss, owner] = [await open(admin), await open(author)];
  await boss.signIn();

  await test.step('the card of a deactivated approver links to the page that replaces the approver', async () => {
    const { page } = boss;
    await boss.goto('/dashboard?tab=manage');
    const card = page.locator('.start li', { hasText: 'Deviation Handling' }).filter({ hasText: 'is deactivated' });
    await expect(card).toContainText('Marit Solheim is deactivated and cannot sign.');
    await card.getByRole('link', { name: /Replace approver/ }).click();
    await page.waitForURL(/\/approvers\/[0-9a-f-]{36}\/replace$/);
    await boss.check();
    const late = await boss.context.newPage();
    await late.goto(page.url());
    await page.getByLabel('New approver').selectOption({ label: 'Tomasz Wieczorek, Author' });
    await page.getByRole('button', { name: 'Replace approver' }).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await boss.check();
    await page.getByLabel('Reason').fill('Left the organisation.');
    await page.getByRole('button', { name: 'Replace approver' }).click();
    await page.waitForURL(/\/approvers$/);
    await boss.sees('Tomasz Wieczorek is asked by email in the place of Marit Solheim.');
    // An older page shows the current state after the refusal.
    await late.getByLabel('New approver').selectOption({ label: 'Tomasz Wieczorek, Author' });
    await late.getByLabel('Reason').fill('Left the organisation.');
    await late.getByRole('button', { name: 'Replace approver' }).click();
    await expect(late.getByText(/^Marit Solheim need not sign version .* any more/)).toBeVisible();
    await late.close();
    await expect(page.locator('#listed')).not.toContainText('Marit Solheim');
    await boss.goto('/dashboard?tab=manage');
    await expect(page.locator('.start li', { hasText: 'is deactivated' })).toHaveCount(0);
    await expect
      .poll(async () =>
        (await product.mail()).some(
          ({ to, text }) => JSON.stringify(to).includes(author.email) && text?.includes('Deviation Handling'),
        ),
      )
      .toBe(true);
    await boss.goto(`/dashboard/docs/${documents.inReview}/audit`);
    await expect(page.getByText(/instead of Marit Solheim/).first()).toBeVisible();
    await expect(page.getByText('Left the organisation.').first()).toBeVisible();
  });

  await test.step('a second tab cannot remove the same approver again', async () => {
    const { page } = boss;
    const late = await boss.context.newPage();
    for (const tab of [page, late]) await tab.goto(`/dashboard/docs/${documents.inReview}/approvers`);
    const remove = async (tab: typeof page) => {
      await tab.getByLabel('Approver').last().selectOption({ label: 'Tomasz Wieczorek' });
      await tab.getByRole('button', { name: 'Remove approver' }).click();
      await expect(tab.locator('#listed')).not.toContainText('Tomasz Wieczorek');
    };
    await remove(page);
    // The list is shorter before the answer is there.
    await boss.sees('The approver is removed.');
    await remove(late);
    // The last approver cannot be removed, so the page shows the refusal without the form.
    await expect(late.getByRole('button', { name: 'Remove approver' })).toHaveCount(0);
    await expect(late.getByRole('alert')).toContainText('This approval is no longer open.');
    await late.close();
  });

  await test.step('the owner follows a link, signs in, and records that no change is needed', async () => {
    const { page } = owner;
    await owner.goto(`/dashboard/docs/${documents.effective}/periodic-review`);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByLabel('Email').fill(author.email);
    await page.getByLabel('Password').fill(author.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/periodic-review$/);
    await owner.check();
    const late = await owner.context.newPage();
    await late.goto(page.url());
    await page.getByLabel('No change is needed').check();
    await page.getByRole('button', { name: 'Record review' }).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await page.getByLabel('Reason').fill('It says how batches are reviewed.');
    await page.getByRole('button', { name: 'Record review' }).click();
    await page.waitForURL(new RegExp(`/docs/${documents.effective}$`));
    await owner.sees(/The review is recorded. The next one is due on \d\d \w{3} \d{4}\./);
    await expect(page.getByText('Last reviewed')).toBeVisible();
    // An older page is refused once; sent again, the form counts for the current state.
    await late.getByLabel('No change is needed').check();
    await late.getByLabel('Reason').fill('Read once more.');
    await late.getByRole('button', { name: 'Record review' }).click();
    await expect(late.getByText(/It was changed after you opened it/)).toBeVisible();
    await late.getByRole('button', { name: 'Record review' }).click();
    await late.waitForURL(new RegExp(`/docs/${documents.effective}$`));
    await late.close();
  });

  await test.step('an admin records that a revision is needed and continues to the revision', async () => {
    const { page } = boss;
    await boss.goto(`/dashboard/docs/${documents.effective}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Record review', exact: true }).click();
    await page.getByLabel('A revision is needed').check();
    await page.getByRole('button', { name: 'Record review' }).click();
    await page.waitForURL(new RegExp(`/docs/${documents.effective}/revise$`));
    await boss.sees('The review is recorded. Send a newer version to its approvers.');
  });

  await test.step('the settings turn reminders off', async () => {
    const { page } = boss;
    await boss.goto('/dashboard/settings/reminders');
    await page.getByRole('checkbox', { name: 'Weekly digest' }).uncheck();
    await page.getByLabel('Overdue for').fill('14');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Fewer mails.');
    await page.getByRole('button', { name: 'Save' }).click();
    await boss.sees('Settings saved.');
    await expect(page.getByRole('checkbox', { name: 'Weekly digest' })).not.toBeChecked();
    await expect(page.getByLabel('Overdue for')).toHaveValue('14');
  });
});
