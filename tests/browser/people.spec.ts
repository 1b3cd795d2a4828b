import { expect, test } from '@playwright/test';
import { codeIn } from '../support/code-in.ts';
import { Person } from '../support/person.ts';
import type { RunningServer } from '../support/server.ts';
import { startAgain } from '../support/started.ts';

const password = 'verdigris-lantern-42';
const chosen = 'quarry-lattice-77-moss';
const changed = 'harbour-thimble-31-oak';
const admin = 'ines.okafor@northmere.example';
const newcomer = { first: 'Ada', last: 'Nowak', email: 'ada.nowak@northmere.example' };

/** The code in the email number `count` to the new colleague, counted from one. */
async function code(product: RunningServer, count: number): Promise<string> {
  for (;;) {
    const codes = (await product.mail())
      .filter(({ to }) => to?.some((one) => 'address' in one && one.address === newcomer.email))
      .map(({ text }) => codeIn(text))
      .filter(Boolean);
    const found = codes[count - 1];
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test('a colleague is invited, resets a password, is deactivated and reactivated', async ({
  browser,
  javaScriptEnabled,
}) => {
  const product = await startAgain({ flags: ['--demo'] });
  try {
    const scripts = javaScriptEnabled ?? true;
    const open = (email: string) => Person.at(browser, { baseURL: product.url, scripts, email, password });
    await journey(product, open, scripts);
  } finally {
    await product.remove();
  }
});

async function journey(
  product: RunningServer,
  open: (email: string) => Promise<Person>,
  scripts: boolean,
): Promise<void> {
  const [boss, zofia] = [await open(admin), await open(newcomer.email)];
  const [page, hers] = [boss.page, zofia.page];
  const enter = async (secret: string) => {
    await hers.getByLabel('Email').fill(newcomer.email);
    await hers.getByLabel('Password', { exact: true }).fill(secret);
    await hers.getByRole('button', { name: 'Sign in' }).click();
  };
  const choose = async (one: string, secret: string) => {
    await hers.getByLabel(/code$/i).fill(one);
    await hers.getByLabel('New password').fill(secret);
    await hers.getByLabel('Confirm password').fill(secret);
    await hers.getByRole('main').locator('button[type=submit]').click();
  };

  await test.step('signing in leads to the requested address', async () => {
    await boss.goto('/dashboard/users?show=active');
    await expect(page).toHaveURL(/\/\?redirect=/);
    await page.getByLabel('Email').fill(admin);
    await page.getByLabel('Password').fill('not-it');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await boss.sees('Your email and password do not match our records.');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/dashboard\/users\?show=active$/);
    await boss.check();
  });

  await test.step('a colleague is invited', async () => {
    await boss.goto('/dashboard/users/invite');
    await page.getByRole('button', { name: 'Invite team member' }).click();
    await boss.sees('First name: This field is required.');
    await page.getByLabel('First name').fill(newcomer.first);
    await page.getByLabel('Last name').fill(newcomer.last);
    await page.getByLabel('Email').fill('zofia@nowhere');
    await page.getByLabel('Role', { exact: true }).selectOption('EMPLOYEE');
    await page.getByLabel('IT', { exact: true }).check();
    await page.getByRole('button', { name: 'Invite team member' }).click();
    await boss.sees('There was a problem inviting Ada Nowak Invalid email address format.');
    await page.getByLabel('Email').fill(newcomer.email);
    await page.getByRole('button', { name: 'Invite team member' }).click();
    await boss.sees('You successfully invited Ada Nowak');
    await expect(page.getByRole('row', { name: /Ada Nowak/ })).toContainText('Invited');
  });

  await test.step('the strength meter loads with the first key of a password and reads 128 characters', async () => {
    // Without the file that every page loads.
    const large = () =>
      hers.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(
            (one) =>
              one.name.endsWith('.js') &&
              !/\/shell-/.test(one.name) &&
              'decodedBodySize' in one &&
              Number(one.decodedBodySize) > 300_000,
          )
          .map((one) => one.name),
      );
    await zofia.goto('/confirm');
    await hers.getByLabel('Email').fill(newcomer.email);
    await hers.waitForLoadState('networkidle');
    expect(await large()).toEqual([]);
    if (!scripts) return;
    const meter = hers.locator('.strength');
    await hers.getByLabel('New password').fill('Xk9#vQ2!z');
    await expect(meter).toContainText('Okay');
    // The size is known a moment after the script has run.
    await expect.poll(large).toHaveLength(1);
    await hers.getByLabel('New password').fill('Xk9#vQ2!zT');
    await expect(meter).toContainText('Good');
    await hers.getByLabel('New password').fill(`${'a'.repeat(128)}9vK#quarry!lattice~77(moss)Zp`);
    await expect(meter).toContainText('Weak');
    await hers.getByLabel('New password').fill(newcomer.email);
    await expect(meter).toContainText('Very Weak');
  });

  await test.step('the colleague requests another code, corrects a weak password, and confirms', async () => {
    await code(product, 1);
    await zofia.goto('/request-code');
    await hers.getByLabel('Email').fill('nobody@nowhere.example');
    await hers.getByRole('button', { name: 'Request new code' }).click();
    await zofia.sees('Unable to request a code for this email.');
    await hers.getByLabel('Email').fill(newcomer.email);
    await hers.getByRole('button', { name: 'Request new code' }).click();
    await zofia.sees('Check your email for a new code.');
    await expect(hers.getByLabel('Email')).toHaveValue(newcomer.email);
    await zofia.check();
    const second = await code(product, 2);
    await choose(second, 'password');
    await zofia.sees('Choose a stronger password');
    await expect(hers.locator('.strength'), 'of a field that is empty again').toHaveCount(0);
    await choose(await code(product, 1), chosen);
    await zofia.sees('Invalid verification code provided.');
    await choose(second, chosen);
    await zofia.sees('Your account has been confirmed and password set.');
    await enter(chosen);
    await hers.waitForURL(/\/dashboard/);
  });

  await test.step('the colleague changes the password', async () => {
    await zofia.goto('/change');
    await expect(hers.locator('form input[autocomplete=username]'), 'whose password it is').toHaveValue(newcomer.email);
    await hers.getByLabel('Current password').fill('not-it');
    await hers.getByLabel('New password').fill(changed);
    await hers.getByLabel('Confirm password').fill(changed);
    await hers.getByRole('button', { name: 'Change Password' }).last().click();
    await zofia.sees('Your current password has not been entered correctly.');
    await expect(hers.locator('.strength'), 'of a field that is empty again').toHaveCount(0);
    await hers.getByLabel('Current password').fill(chosen);
    await hers.getByLabel('New password').fill(changed);
    await hers.getByLabel('Confirm password').fill(changed);
    await hers.getByRole('button', { name: 'Change Password' }).last().click();
    await zofia.sees('You have successfully changed your password.');
  });

  await test.step('the colleague signs out everywhere and resets the password', async () => {
    await zofia.goto('/sessions');
    await hers.getByRole('button', { name: 'Sign out everywhere' }).click();
    await zofia.sees('You are signed out everywhere.');
    await hers.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(hers.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    await hers.getByLabel('Email').fill(newcomer.email);
    await hers.getByRole('button', { name: 'Request reset code' }).click();
    await zofia.sees('Check your email for your reset code.');
    await zofia.check();
    await choose(await code(product, 3), chosen);
    await hers.waitForURL(/\/dashboard/);
    await zofia.sees('You have successfully changed your password.');
  });

  await test.step('the profile is edited, then the colleague is deactivated', async () => {
    await boss.goto('/dashboard/users');
    await page.getByRole('link', { name: 'Manage Departments' }).click();
    await expect(page.getByRole('heading', { name: 'Manage Departments' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit, Laboratory' })).toBeVisible();
    await boss.check();
    await page
      .getByRole(scripts ? 'button' : 'link', { name: 'Close' })
      .last()
      .click();
    await page.getByRole('link', { name: 'Ada Nowak', exact: true }).click();
    await page.getByLabel('Last name').fill('Nowak-Lis');
    await page.getByLabel('Laboratory').check();
    await boss.check();
    await page.getByRole('button', { name: 'Update' }).click();
    await boss.sees('Reason for change: This field is required.');
    await page.getByLabel('Reason for change').fill('Married, and works in the laboratory too.');
    await page.getByRole('button', { name: 'Update' }).click();
    await boss.sees('The profile of Ada Nowak-Lis is updated.');
    await page.getByRole('link', { name: 'Ada Nowak-Lis', exact: true }).click();
    await page.getByRole('link', { name: 'Deactivate', exact: true }).click();
    await expect(page.getByText('Are you sure that you want to deactivate this team member?')).toBeVisible();
    await boss.check();
    await page.getByRole('button', { name: 'Deactivate account' }).click();
    await boss.sees('Reason for change: This field is required.');
    await page.getByLabel('Reason for change').fill('Left the company.');
    await page.getByRole('button', { name: 'Deactivate account' }).click();
    await boss.sees('Ada Nowak-Lis is deactivated.');
    await hers.goto('/dashboard');
    await expect(hers).toHaveURL(/\/\?redirect=/);
    await enter(chosen);
    await zofia.sees('Your email and password do not match our records.');
  });

  await test.step('the colleague is reactivated and reconfirms', async () => {
    await boss.goto('/dashboard/users?show=deactivated');
    await page.getByRole('link', { name: 'Ada Nowak-Lis', exact: true }).click();
    const path = `${new URL(page.url()).pathname}?ask=`;
    const question = await boss.dialog('Reactivate', path, 'Reactivate team member');
    await expect(question).toContainText('Are you sure you want to reactivate this team member?');
    await question.getByLabel('Reason for change').fill('Came back.');
    await question.getByRole('button', { name: 'Reactivate account' }).click();
    await boss.sees('User has been invited to reactivate their account.');
    const last = await code(product, 4);
    await zofia.goto(`/reconfirm?email=${encodeURIComponent(newcomer.email)}`);
    await choose(last, changed);
    await zofia.sees('Your account has been reconfirmed and password set.');
  });

  await test.step('the audit log lists every step', async () => {
    await page.getByRole('link', { name: 'Ada Nowak-Lis', exact: true }).click();
    await page.getByRole('link', { name: 'Record how it was verified' }).click();
    await page.getByRole('button', { name: 'Record as verified' }).click();
    await boss.sees('How it was verified: This field is required.');
    await page.getByLabel('By the personnel office').check();
    await boss.check();
    await page.getByRole('button', { name: 'Record as verified' }).click();
    await boss.sees('The identity of Ada Nowak-Lis is recorded as verified.');
    await page.getByRole('link', { name: 'User Audit Log', exact: true }).click();
    await expect(page.getByText('confirmed the account again')).toBeVisible();
    await expect(page.getByText('By the personnel office.')).toBeVisible();
    await expect(page.getByText('failed to sign in as Ada Nowak-Lis').first()).toBeVisible();
    await boss.check();
  });
}
