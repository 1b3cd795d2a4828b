import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { expect } from '../support/browser.ts';
import type { Person } from '../support/person.ts';

/** Adds a passkey of a device that the browser imitates. */
export async function addPasskey(person: Person, name: string): Promise<void> {
  const { page, context } = person;
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await person.goto('/second-factor');
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await person.check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await person.sees(`The passkey ${name} is added.`);
  await person.check();
}

/** The record tells of the passkey, and the product's own program finds that it signed, in a pack and in a bundle. */
export async function showsPasskey(person: Person, uid: string, file: string): Promise<void> {
  await person.goto(`/dashboard/docs/${uid}/audit`);
  const confirmed = person.page.getByText('Identity confirmed with email, password and passkey.');
  await expect(confirmed.first()).toBeVisible();
  for (const taken of ['evidence.zip', 'audit/export.json']) {
    const answer = await person.context.request.get(`/dashboard/docs/${uid}/${taken}`);
    await writeFile(file, await answer.body());
    const { status, stdout } = spawnSync(process.execPath, ['build/verify.mjs', file], { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
    expect(stdout, taken).toContain('1 signature was made by a passkey that the signer had enrolled');
  }
}
