import type { Page } from '@playwright/test';
import { expect, testOfOrganisation as test } from '../support/browser.ts';
import { codeIn } from '../support/code-in.ts';
import { Person } from '../support/person.ts';
import { askForFactor, setUpAtSignIn, signInWith, signWithCode } from './second-factor.ts';

/** Pictures at both widths, for somebody who wants to look. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

test('an admin unlocks an account, changes an address, ends sessions and resends an invitation', async ({
  browser,
  product,
  organisation,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const { admin, author, approver, employee, invited, documents } = organisation;
  const open = ({ email, password }: { email: string; password: string }) =>
    Person.at(browser, { baseURL: product.url, scripts, email, password });
  const mailTo = async (address: string, subject: string) =>
    (await product.mail()).filter(
      (email) => JSON.stringify(email.to).includes(address) && email.subject?.includes(subject),
    );
  const boss = await open(admin);
  await boss.signIn();
  const { page } = boss;

  await test.step('a locked account shows on the list and the profile, and is unlocked with a reason', async () => {
    const stranger = await open({ email: author.email, password: 'not-the-password-1' });
    for (let count = 0; count < 5; count++) {
      await stranger.page.goto('/');
      await stranger.page.getByLabel('Email').fill(author.email);
      await stranger.page.getByLabel('Password').fill('not-the-password-1');
      await stranger.page.getByRole('button', { name: 'Sign in' }).click();
      await expect(stranger.page.getByRole('alert').first()).toBeVisible();
    }
    await expect(stranger.page.getByRole('alert').first()).toContainText('exceeded your allowed password attempts');
    await stranger.close();
    await boss.goto('/dashboard/users');
    const row = page.getByRole('row', { name: /Tomasz Wieczorek/ });
    await expect(row).toContainText('Locked');
    await picture(page, 'team-locked');
    await page.getByRole('link', { name: 'Tomasz Wieczorek', exact: true }).click();
    await page.waitForURL(/\/edit$/);
    await expect(page.getByText(/^Locked until/)).toBeVisible();
    await boss.check();
    await picture(page, 'profile-locked');
    await page.getByRole('link', { name: 'Unlock account' }).click();
    await page.waitForURL(/\/unlock$/);
    await boss.check();
    await picture(page, 'unlock');
    await page.getByLabel('Reason for change').fill('He called; the failures were not his.');
    await page.getByRole('button', { name: 'Unlock account' }).click();
    await page.waitForURL(/\/edit$/);
    await boss.sees('The account of Tomasz Wieczorek is unlocked.');
    await expect.poll(async () => (await mailTo(author.email, 'was locked')).length).toBe(1);
  });

  const own = await open(author);
  await own.signIn();

  await test.step('an admin ends the sessions of a person', async () => {
    await page.getByRole('link', { name: 'End sessions' }).click();
    await page.waitForURL(/\/sessions$/);
    await boss.check();
    await picture(page, 'end-sessions');
    await page.getByLabel('Reason for change').fill('A lost tablet.');
    await page.getByRole('button', { name: 'End sessions' }).click();
    await page.waitForURL(/\/edit$/);
    await boss.sees('Tomasz Wieczorek is signed out everywhere.');
    await own.page.goto('/dashboard');
    await own.page.waitForURL(/\/\?redirect=/);
  });

  await test.step('another address counts once its code is entered', async () => {
    const email = `t.wieczorek.${scripts ? 'js' : 'plain'}@northmere.example`;
    await page.getByRole('link', { name: 'Change email' }).click();
    await page.waitForURL(/\/email$/);
    await boss.check();
    await picture(page, 'change-email');
    await page.getByLabel('New email').fill('tomasz@northmere');
    await page.getByRole('button', { name: 'Send the code' }).click();
    await expect(page.getByText('Invalid email address format.').first()).toBeVisible();
    await page.getByLabel('New email').fill(email);
    await page.getByLabel('Reason for change').fill('A new name.');
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.waitForURL(/\/edit$/);
    await expect(page.getByText(`${email} waits to be confirmed`)).toBeVisible();
    await picture(page, 'profile-pending-email');
    await expect.poll(async () => (await mailTo(email, 'Confirm your new email')).length).toBe(1);
    await expect.poll(async () => (await mailTo(author.email, 'A new email address')).length).toBe(1);
    const [letter] = await mailTo(email, 'Confirm your new email');
    const link = /https?:\/\/\S+\/confirm-email\?\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    await own.goto(new URL(link).pathname + new URL(link).search);
    await picture(own.page, 'confirm-email');
    await own.page.getByLabel('Verification code').fill('AAAA-AAAA');
    await own.page.getByRole('button', { name: 'Confirm your email' }).click();
    await expect(own.page.getByText('Invalid verification code provided.').first()).toBeVisible();
    await own.page.getByLabel('Verification code').fill(codeIn(letter?.text));
    await own.page.getByRole('button', { name: 'Confirm your email' }).click();
    await own.sees(`Your email address is now ${email}.`);
    for (const address of [email, author.email])
      await expect.poll(async () => (await mailTo(address, 'was changed')).length).toBe(1);
    const renamed = await open({ email, password: author.password });
    await renamed.signIn();
    await renamed.close();
    await boss.goto(`/dashboard/users/${author.uid}/audit`);
    for (const words of [
      'unlocked the account of Tomasz Wieczorek',
      'He called; the failures were not his.',
      'A lost tablet.',
      'asked for another email address of Tomasz Wieczorek',
      'confirmed a new email address',
    ])
      await expect(page.getByText(words).first()).toBeVisible();
    await picture(page, 'audit');
  });

  await test.step('an invitation is sent again', async () => {
    await boss.goto('/dashboard/users');
    await page
      .getByRole('row', { name: /Noor Haddad/ })
      .getByRole('link', { name: /Resend invitation/ })
      .click();
    await page.waitForURL(/\/resend-invitation$/);
    await boss.check();
    await picture(page, 'resend');
    await page.getByRole('button', { name: 'Resend invitation' }).click();
    await boss.sees(`A new code goes to ${invited.email}.`);
    await expect.poll(async () => (await mailTo(invited.email, 'Northmere Diagnostics')).length).toBe(2);
  });

  await test.step('a second factor is set up at sign-in, signs, and is reset', async () => {
    await askForFactor(boss);
    const [hana, marit] = [await open(employee), await open(approver)];
    const { code, recovery } = await setUpAtSignIn(hana);
    await hana.goto('/dashboard?tab=training');
    const review = hana.page.getByRole('link', { name: /Review Document/ });
    const address = (await review.getAttribute('href')) ?? '';
    const training = { consent: 'I have read and understand', submit: 'Complete Training' };
    await signWithCode(hana, { address, ...training, code });
    await signInWith(hana, () => recovery[0]!);
    await hana.page.waitForURL(/\/dashboard/);
    await hana.goto('/second-factor');
    await expect(hana.page.getByText('9 of 10')).toBeVisible();

    const approving = await setUpAtSignIn(marit);
    const approval = { consent: 'I approve this document', submit: 'Approve Document' };
    const toApprove = `/dashboard/approve/${documents.inReview}?decision=approve`;
    await signWithCode(marit, { address: toApprove, ...approval, code: approving.code });
    await signInWith(marit, approving.code);
    await marit.page.waitForURL(/\/dashboard/);

    await boss.goto(`/dashboard/users/${employee.uid}/second-factor`);
    await page.getByRole('button', { name: 'Reset second factor' }).click();
    await boss.sees(/The second factor of .* is reset\./);
    await hana.page.goto('/dashboard');
    await hana.page.waitForURL(/\/\?redirect=/);
    await setUpAtSignIn(hana);
    for (const person of [hana, marit]) await person.close();
  });
});
