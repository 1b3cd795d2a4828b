import { generateSync } from 'otplib';
import { expect } from '../support/browser.ts';
import type { Person } from '../support/person.ts';
import { readAndSign } from './read-and-sign.ts';

/** axe on the page as it is, in both colour schemes. */
async function checkBoth(person: Person): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await person.page.emulateMedia({ colorScheme });
    await person.check();
  }
}

/** The codes of an app that count, each later than the one before: three at any moment, then one every 30 seconds. */
const codesOf = (secret: string): (() => string) => {
  let used = 0;
  return () => {
    used = Math.max(used + 1, Math.floor(Date.now() / 30_000) - 1);
    return generateSync({ secret, epoch: used * 30 });
  };
};

async function enterPassword({ page, context, email, password }: Person): Promise<void> {
  await context.clearCookies();
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const typeCode = (person: Person, code: string) => person.page.getByLabel('Code', { exact: true }).fill(code);

/** An admin asks for a second factor at sign-in and at signing. */
export async function askForFactor(boss: Person): Promise<void> {
  await boss.goto('/dashboard/settings/ways-in');
  await boss.page.getByRole('combobox', { name: 'Second factor' }).selectOption('at sign-in and at signing');
  await boss.page.getByLabel('Reason for change').fill('A password alone is one component.');
  await boss.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(boss.page.getByText(/no second factor\. They set it up/)).toBeVisible();
  await checkBoth(boss);
}

/** The sign-in leads to the set-up, whose QR code is read by hand here. Answers further codes and recovery codes. */
export async function setUpAtSignIn(person: Person): Promise<{ code: () => string; recovery: string[] }> {
  const { page } = person;
  await enterPassword(person);
  await page.waitForURL('**/sign-in/set-up**', { timeout: 15_000 });
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app.' })).toBeVisible();
  const code = codesOf((await page.getByLabel('Secret, if you cannot scan').inputValue()).replaceAll(' ', ''));
  await typeCode(person, '000000');
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page.getByText('This code is wrong or was used before.').first()).toBeVisible();
  await checkBoth(person);
  await typeCode(person, code());
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const recovery = await shown.allInnerTexts();
  await checkBoth(person);
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await page.waitForURL(/\/dashboard/);
  return { code, recovery };
}

/** Signs with a code; the one before it was used. */
export async function signWithCode(
  person: Person,
  { address, consent, submit, code }: { address: string; consent: string; submit: string; code: () => string },
): Promise<void> {
  await person.goto(address);
  await readAndSign(person, null, consent, submit, code);
}

/** Signs in again with a recovery code, or a one-time code. */
export async function signInWith(person: Person, code: () => string): Promise<void> {
  await enterPassword(person);
  await person.page.waitForURL('**/sign-in/code**');
  await checkBoth(person);
  await typeCode(person, code());
  await person.page.getByRole('button', { name: 'Sign in' }).click();
}
