import { expect, testOfOrganisation as test } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { withApp } from '../support/enrolled-app.ts';
import { inSecondProcess } from '../support/second-process.ts';
import { clientId, clientSecret, realIssuer } from '#tests/sign-in/single-sign-on/real-issuer.ts';
import { downloadPdf } from './read-and-sign.ts';

/** The issuer is on this machine. */
test.use({ start: { environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } } });

test('an organisation signs in and signs with its own directory', async ({
  browser,
  product,
  organisation,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const issuer = await realIssuer(`${product.url}/single-sign-on/callback`);
  const { admin, approver, documents, world } = organisation;
  const at = (person: { email: string; password: string }) =>
    Person.at(browser, { baseURL: product.url, scripts, ...person });
  const boss = await at(admin);
  const signer = await at(approver);

  await test.step('an admin enters the issuer, which is asked before it is saved', async () => {
    const { page } = boss;
    await boss.signIn();
    await inSecondProcess(product.dataDir, (services) => withApp({ services, world }, admin));
    await boss.goto('/dashboard/settings/single-sign-on');
    await page.getByLabel('Name', { exact: true }).fill('Northmere ID');
    await page.getByLabel('Issuer').fill(`${issuer.url}/nothing`);
    await page.getByLabel('Client ID').fill(clientId);
    await page.getByLabel('Client secret').fill(clientSecret);
    await page.getByLabel('Email domains').fill(approver.email.split('@')[1] ?? '');
    await page.getByLabel('Local admin').selectOption({ label: `${admin.firstName} ${admin.lastName}` });
    await page.getByLabel('Reason for change').fill('The directory knows who works here.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The issuer has no discovery document').first()).toBeVisible();
    await boss.check();
    await page.getByLabel('Issuer').fill(issuer.url);
    await page.getByLabel('Client secret').fill(clientSecret);
    await page.getByRole('button', { name: 'Save' }).click();
    await boss.sees('Single sign-on is saved.');
    await boss.fits('Single sign-on');
  });

  await test.step('a person signs in there, without a password', async () => {
    const { page } = signer;
    issuer.person = { subject: 'marit', email: approver.email };
    await signer.goto('/');
    await page.getByRole('link', { name: /Single sign-on|Sign in with/ }).click();
    await expect(page.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
    await signer.check();
    await page.getByLabel('Email').fill(approver.email);
    await page.getByRole('button', { name: /Continue|Sign in with/ }).click();
    await page.waitForURL(/\/dashboard/);
  });

  await test.step('and signs by signing in there again', async () => {
    const { page } = signer;
    const address = `/dashboard/approve/${documents.inReview}?decision=approve`;
    await signer.goto(address);
    await downloadPdf(page);
    await signer.goto(address);
    await page.getByLabel('I approve this document').check();
    await signer.check();
    await page.getByRole('button', { name: 'Approve Document with Northmere ID' }).click();
    await page.waitForURL(/\/signed$/);
    await expect(page.getByRole('heading', { name: 'Your signature' })).toBeVisible();
  });
  issuer.stop();
});
