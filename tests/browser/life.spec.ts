import { readFile } from 'node:fs/promises';
import { paperPdf, paperWorkingFile } from '../../app/set-up/demonstration/document-pdf.ts';
import { expect, test } from '../support/browser.ts';
import { codeFor } from '../support/code-in.ts';
import { Person } from '../support/person.ts';
import { addPasskey, showsPasskey } from './passkey.ts';
import { approve, readAndSign } from './read-and-sign.ts';
import { bringForward } from '../support/second-process.ts';

const password = 'corridor-battery-9-lamp';
const people = {
  admin: { email: 'ines.okafor@northmere.example', first: 'Ines', last: 'Okafor' },
  author: { email: 'tomasz.wieczorek@northmere.example', first: 'Tomasz', last: 'Wieczorek' },
  employee: { email: 'hana.kobayashi@northmere.example', first: 'はな', last: 'こばやし' },
};
const title = 'Corrective and Preventive Action';
const document = { organisation: 'Northmere Diagnostics', number: 'SOP-QA-003', title, sections: [] };

const files = async (version: string) => ({
  working: {
    name: `SOP-QA-003 ${version}.fodt`,
    mimeType: 'application/octet-stream',
    buffer: paperWorkingFile({ ...document, version }),
  },
  final: {
    name: `SOP-QA-003 ${version}.pdf`,
    mimeType: 'application/pdf',
    buffer: await paperPdf({ ...document, version }),
  },
});

test('a document goes from set-up to its audit trail', async ({ browser, product, javaScriptEnabled }, testInfo) => {
  const scripts = javaScriptEnabled ?? true;
  const baseURL = product.url;
  const open = (who: { email: string }) => Person.at(browser, { baseURL, scripts, email: who.email, password });
  const [admin, author, employee] = [await open(people.admin), await open(people.author), await open(people.employee)];
  const { page } = admin;

  await test.step('the organisation is set up with the code of the console', async () => {
    await admin.goto('/setup');
    await page.getByLabel('Set-up code').fill(product.setupCode() ?? '');
    await page.getByLabel('Organisation').fill('Northmere Diagnostics');
    await page.getByLabel('Domain').fill('northmere.example');
    await page.getByLabel('First name').fill(people.admin.first);
    await page.getByLabel('Last name').fill(people.admin.last);
    await page.getByLabel('Email', { exact: true }).fill(people.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await page.waitForURL(/\/dashboard$/);
    await admin.sees('Northmere Diagnostics is set up.');
    await admin.check();
  });

  await test.step('a department and a functional area are created', async () => {
    await admin.goto('/dashboard/departments/create');
    await page.getByLabel('New department').fill('Quality Assurance');
    await page.getByRole('button', { name: 'Create Department' }).click();
    await page.waitForURL(/\/dashboard\/departments$/);
    await admin.goto('/dashboard/docs/create?name=Half+written');
    await page.getByRole('button', { name: 'Create functional area' }).click();
    await page.waitForURL(/\/functional-areas\/create/);
    await page.getByLabel('Name').fill('QA');
    await page.getByRole('button', { name: 'Create functional area' }).click();
    await page.waitForURL(/\/dashboard\/docs\/create/);
    await expect(page.getByLabel('Functional area', { exact: true })).toHaveValue('QA');
    await expect(page.getByText('Half written')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('the steps of the set-up are ticked and dismissed', async () => {
    const steps = page.getByRole('region', { name: 'Set up Northmere Diagnostics' });
    await admin.goto('/dashboard');
    await expect(steps).toContainText('3 of 6 done');
    await expect(steps.getByRole('listitem').filter({ hasText: 'Departments' })).toContainText('Done');
    await expect(steps.getByRole('listitem').filter({ hasText: 'People' })).toContainText('To do');
    await admin.check();
    // Folded, as it is once a document is in force, it takes one low line from the register below it.
    await steps.locator('summary').click();
    expect((await steps.boundingBox())!.height).toBeLessThan(28);
    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await expect(steps).toHaveCount(0);
    await admin.goto('/dashboard?tab=effective');
    await expect(steps).toHaveCount(0);
  });

  await test.step('two colleagues are invited and confirm with the code of their email', async () => {
    for (const [who, role, person] of [
      [people.author, 'Author', author],
      [people.employee, 'Employee', employee],
    ] as const) {
      await admin.goto('/dashboard/users/invite');
      await page.getByLabel('First name').fill(who.first);
      await page.getByLabel('Last name').fill(who.last);
      await page.getByLabel('Email', { exact: true }).fill(who.email);
      await page.getByLabel('Role', { exact: true }).selectOption({ label: role });
      await page.getByLabel('Quality Assurance').check();
      await page.getByRole('button', { name: 'Invite team member' }).click();
      await page.waitForURL(/\/dashboard\/users$/);
      await admin.sees(`You successfully invited ${who.first} ${who.last}`);
      await person.goto('/confirm');
      await person.page.getByLabel('Email', { exact: true }).fill(who.email);
      await person.page.getByLabel('Verification code').fill(await codeFor(product, who.email));
      await person.page.getByLabel('New password').fill(password);
      await person.page.getByLabel('Confirm password').fill(password);
      await person.page.getByRole('button', { name: 'Confirm account' }).click();
      await person.page.waitForURL((url) => url.pathname === '/');
      await person.sees('Your account has been confirmed and password set.');
      await person.signIn();
    }
  });

  await test.step('the author uploads a real PDF and names two approvers', async () => {
    const asking = await author.dialog('Create new document', '/dashboard/docs/create/title', 'Create new document');
    await asking.getByLabel('Title', { exact: true }).fill(title);
    await asking.getByRole('button', { name: 'Next' }).click();
    await author.page.waitForURL(/\/dashboard\/docs\/create\?name=/);
    await author.check();
    const { working, final } = await files('1.0');
    await author.page.getByLabel('Working document', { exact: true }).setInputFiles(working);
    await author.page.getByLabel('Final PDF', { exact: true }).setInputFiles(final);
    await author.page.getByLabel('Type', { exact: true }).selectOption('SOP');
    const docId = author.page.getByLabel('Doc ID');
    const area = author.page.getByLabel('Functional area', { exact: true });
    if (author.scripts) {
      await author.page.getByRole('button', { name: 'Create', exact: true }).last().click();
      await expect(docId).toHaveAttribute('aria-invalid', 'true');
      // The suggested number comes while the field has the focus; typing replaces it.
      const proposed = author.page.waitForResponse(/\/next-number/);
      await author.page.route(/\/next-number/, async (route) => {
        await docId.focus();
        await route.continue();
      });
      await area.selectOption('QA');
      await proposed;
      await expect(docId).toHaveValue('001');
      // It is filled in, and not missing any more.
      await expect(docId).not.toHaveAttribute('aria-invalid');
      await author.page.keyboard.type('003');
    } else {
      await area.selectOption('QA');
      await docId.fill('003');
    }
    await expect(docId).toHaveValue('003');
    await author.page.getByLabel('Version', { exact: true }).fill('1.0');
    await author.choose('Approvers', 'Ines Okafor');
    await author.choose('Approvers', 'Tomasz Wieczorek');
    await author.check();
    await author.page.getByRole('button', { name: 'Create', exact: true }).last().click();
    await author.page.waitForURL(/\/dashboard(\?|$)/);
    await author.sees('The document is created and sent to its approvers.');
  });

  const uid =
    await test.step('both approvers open the PDF and sign, and the server enforces the signing gate', async () => {
      if (author.scripts) await addPasskey(author, 'Laptop');
      await approve(admin, 'Approve Document');
      return approve(author, author.scripts ? 'Approve Document with passkey' : 'Approve Document');
    });

  if (author.scripts)
    await test.step('its evidence pack proves the passkey', () =>
      showsPasskey(admin, uid, testInfo.outputPath('pack')));

  await test.step('the admin publishes it, and the employee gets an email', async () => {
    await admin.goto(`/dashboard/docs/${uid}/publish`);
    await page.getByLabel('Assign effective date').fill('soon');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    const edges = await Promise.all(
      [page.getByRole('alert'), page.locator('.section.first')].map((part) => part.boundingBox()),
    );
    expect(edges[1]!.y - (edges[0]!.y + edges[0]!.height)).toBeGreaterThanOrEqual(16);
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Assign effective date').fill(tomorrow);
    await page.getByLabel('Quality Assurance').check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/publish'));
    await expect
      .poll(async () =>
        (await product.mail()).some(
          ({ subject, to }) => /training/i.test(subject ?? '') && JSON.stringify(to).includes(people.employee.email),
        ),
      )
      .toBe(true);
  });

  await test.step('the employee reads it and signs the training record', async () => {
    await employee.goto('/dashboard?tab=training');
    await employee.page.getByRole('link', { name: /Review Document/ }).click();
    await employee.page.waitForURL(/\/dashboard\/review\//);
    await employee.check();
    await readAndSign(employee, null, 'I have read and understand', 'Complete Training');
    await employee.goto('/dashboard?tab=training');
    await expect(employee.page.getByText("You're all caught up!")).toBeVisible();
  });

  await test.step('it comes into force on its date and can be downloaded', async () => {
    await bringForward(product.dataDir, uid, people.admin.email);
    await expect
      .poll(async () => (await admin.goto(`/dashboard/docs/${uid}`), page.locator('.status').first().innerText()), {
        timeout: 30_000,
      })
      .toContain('Effective');
    await employee.goto('/dashboard?tab=effective');
    const downloading = employee.page.waitForEvent('download');
    await employee.page
      .getByRole('link', { name: /Download/ })
      .first()
      .click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('the employee reads it on its page, and the admin takes its trail away in two clicks', async () => {
    const reader = employee.page;
    await employee.goto(`/dashboard/docs/${uid}`);
    await expect(reader.getByRole('link', { name: 'Read', exact: true })).toHaveAttribute('aria-current', 'page');
    const place = reader.getByLabel('Page', { exact: true });
    await place.fill('2');
    await place.press('Enter');
    await expect(reader).toHaveURL(/page=2/);
    await expect(place).toHaveValue('2');
    await reader.getByLabel('Find in text').fill('signature  manifest');
    await reader.getByLabel('Find in text').press('Enter');
    await expect(reader.getByText(/^1 place with “signature/)).toBeVisible();
    await reader.getByRole('link', { name: 'Fit page' }).click();
    await reader.getByRole('link', { name: 'Full window' }).click();
    await expect(reader.locator('.masthead')).toBeHidden();
    await employee.check();
    await reader.getByRole('link', { name: 'Leave full window' }).click();
    await expect(reader.locator('.masthead')).toBeVisible();
    await admin.goto(`/dashboard/docs/${uid}`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Audit Trail' }).click();
    await page.getByRole('link', { name: 'PDF', exact: true }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
  });

  await test.step('the author revises it while version 1.0 stays in force', async () => {
    await author.goto(`/dashboard/docs/${uid}/revise`);
    await expect(author.page.getByText('This document is currently Effective')).toBeVisible();
    const { final } = await files('2.0');
    await author.page.getByLabel('Final PDF', { exact: true }).setInputFiles(final);
    await author.page.getByLabel('Version', { exact: true }).fill('2.0');
    await author.page.getByRole('radio', { name: /^Major/ }).check();
    await author.page.getByLabel('Reason for change (optional)').fill('The analyser was replaced.');
    await author.page.getByLabel('What changes 2').fill('The new analyser.');
    await author.page.getByLabel('No training').check();
    await author.choose('Approvers', 'Ines Okafor');
    await author.page.getByRole('button', { name: 'Revise', exact: true }).last().click();
    await author.sees('Say why nobody needs training on this version.');
    await expect(author.page.getByLabel('What changes 2')).toHaveValue('The new analyser.');
    await author.page.getByLabel('Why this training is enough').fill('The steps stay the same.');
    await author.page.getByRole('button', { name: 'Revise', exact: true }).last().click();
    await author.page.waitForURL(/\/dashboard(\?|$)/);
    await employee.goto('/dashboard?tab=effective');
    await expect(employee.page.getByText('1.0')).toBeVisible();
  });

  await test.step('the admin retires it, with a reason', async () => {
    await admin.goto(`/dashboard/docs/${uid}/retire`);
    await page.getByLabel('Reason', { exact: true }).fill('The process it describes was taken out of use.');
    await page.getByRole('button', { name: 'Retire', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/retire'));
    await admin.goto('/dashboard?tab=manage&show=retired');
    await expect(page.getByText(title).first()).toBeVisible();
  });

  await test.step('the audit trail lists every step and can be downloaded', async () => {
    await admin.goto(`/dashboard/docs/${uid}/audit`);
    for (const words of [
      'signed to approve version 1.0',
      'signed the training record for version 1.0',
      'came into force',
      'retired the document',
    ])
      await expect(page.getByText(words).first()).toBeVisible();
    // The record as of a past moment.
    const event = page.locator('.event', { hasText: 'came into force' }).last();
    const came = await event.locator('time').getAttribute('datetime');
    await page.getByText('View as of', { exact: true }).click();
    await page.getByLabel('View as of (UTC)').fill(came ?? '');
    await page.getByRole('button', { name: 'Show that moment' }).click();
    await expect(page.getByText(/You are viewing the record as of .* UTC/)).toBeVisible();
    await expect(page.getByText('retired the document')).toHaveCount(0);
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(241, 232, 213)');
    await admin.check();
    await page.getByRole('link', { name: 'Return to now' }).click();
    await expect(page.getByText('retired the document').first()).toBeVisible();
    for (const format of ['pdf', 'csv', 'json']) {
      const answer = await page.request.get(`/dashboard/docs/${uid}/audit/export.${format}`);
      expect(answer.status(), format).toBe(200);
    }
  });

  for (const person of [admin, author, employee]) await person.close();
});
