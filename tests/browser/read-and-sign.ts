import type { Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import type { Person } from '../support/person.ts';

/** Downloads the PDF, which unlocks the signature. */
export async function downloadPdf(page: Page): Promise<void> {
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /Download PDF/ })
    .last()
    .press('Enter');
  await (await downloading).path();
}

/** Fills a signature with email and password, and ticks what is signed. */
export async function fillSignature({ page, email, password }: Person, consent: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel(consent).check();
}

/**
 * Downloads the PDF, decides, and signs with email and password, and with a one-time code where one is given, which is
 * asked for last: it counts for a minute.
 */
export async function readAndSign(
  person: Person,
  decide: string | null,
  consent: string,
  submit: string,
  code?: () => string,
): Promise<void> {
  const { page } = person;
  const address = page.url();
  await downloadPdf(page);
  // With script the focus stays in the panel once the form is unlocked.
  if (person.scripts) await expect(page.getByRole('heading', { name: /^Downloaded/ })).toBeFocused();
  await page.goto(address);
  if (decide) {
    const choice = page.getByRole('link', { name: decide }).or(page.getByRole('button', { name: decide }));
    if (await choice.count()) await choice.first().click();
  }
  await fillSignature(person, consent);
  await person.check();
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width, height: 480 });
  if (code) await page.getByLabel('Code', { exact: true }).fill(code());
  await page.getByRole('button', { name: submit, exact: true }).click();
  await page.waitForURL(/\/signed$/);
  // The next page starts at its heading.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.setViewportSize({ width, height });
  await person.check();
}

/** Approves the document that waits for the person. Answers its uid. */
export async function approve(person: Person, submit: string): Promise<string> {
  await person.goto('/dashboard?tab=manage');
  await person.page.getByRole('link', { name: /Sign & Approve Document/ }).click();
  await person.page.waitForURL(/\/dashboard\/approve\//);
  const found = /approve\/([0-9a-f-]{36})/.exec(person.page.url())?.[1] ?? '';
  await person.check();
  await expect(person.page.getByText('Locked').first()).toBeVisible();
  await readAndSign(person, 'I have read and approve the document', 'I approve this document', submit);
  return found;
}
