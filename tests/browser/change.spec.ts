import { paperPdf } from '../../app/set-up/demonstration/document-pdf.ts';
import { expect, test } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { bringForward } from '../support/second-process.ts';
import { downloadPdf, fillSignature } from './read-and-sign.ts';

test.use({ start: { flags: ['--demo'] } });
const asked = 'Say how often the balance is checked.';

test('a change is requested, accepted, carried out, commented on, and seen by who asked', async ({
  browser,
  product,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const open = (name: string) => Person.ofDemonstration(browser, product.url, scripts, name);
  const names = ['ines.okafor', 'yuki.tanabe', 'tomasz.wieczorek', 'hana.kobayashi', 'priya.raman'];
  const people = await Promise.all(names.map(open));
  const [ines, owner, approver, reader, quality] = people as [Person, Person, Person, Person, Person];

  await test.step('a comment that must be fixed blocks approval under Regulated', async () => {
    await ines.goto('/dashboard/settings/controls');
    await expect(ines.page.getByLabel('An open comment that must be fixed blocks approval')).toBeChecked();
  });

  await reader.goto('/search?q=Pipette+Verification');
  await reader.page
    .getByRole('link', { name: /Pipette Verification/ })
    .first()
    .click();
  await reader.page.waitForURL(/\/dashboard\/docs\/[0-9a-f-]{36}/);
  const uid = /docs\/([0-9a-f-]{36})/.exec(reader.page.url())?.[1] ?? '';

  await test.step('a reader requests a change, and the owner accepts it', async () => {
    await reader.goto(`/dashboard/docs/${uid}/requests`);
    await reader.page.getByRole('link', { name: 'Request a change' }).click();
    await reader.page.getByRole('textbox', { name: 'What should change' }).fill(asked);
    await reader.page.getByRole('button', { name: 'Request change' }).click();
    await reader.page.waitForURL(/\/dashboard\/requests\//);
    await owner.goto('/dashboard/requests');
    await owner.page.getByRole('link', { name: asked }).click();
    await owner.page.getByRole('radio', { name: /^Accept/ }).check();
    await owner.page.getByRole('button', { name: 'Record decision' }).click();
    await owner.sees('The request is accepted.');
  });

  await test.step('a revision names the request, and says what changes and why', async () => {
    await owner.goto(`/dashboard/docs/${uid}/revise`);
    const { page } = owner;
    await page.getByLabel('Final PDF', { exact: true }).setInputFiles({
      name: 'WI-LAB-007 1.2.pdf',
      mimeType: 'application/pdf',
      buffer: await paperPdf({
        organisation: 'Northmere Diagnostics',
        number: 'WI-LAB-007',
        title: 'Pipette Verification',
        version: '1.2',
        sections: [{ heading: 'Balance', paragraphs: ['The balance is checked every week.'] }],
      }),
    });
    await page.getByLabel('Version', { exact: true }).fill('1.2');
    await page.getByRole('radio', { name: /^Minor/ }).check();
    await page.getByLabel(/^Reason for change/).fill('A reader asked.');
    await page.getByLabel('What changes 1').fill('The balance is checked every week.');
    await page.getByRole('checkbox', { name: new RegExp(asked) }).check();
    await page.getByRole('button', { name: 'Revise', exact: true }).last().click();
    await page.waitForURL(/\/dashboard(\?|$)/);
  });

  await test.step('the approver sees it, and signs only once the comment is resolved', async () => {
    const { page } = approver;
    await approver.goto(`/dashboard/approve/${uid}`);
    await expect(page.getByText(`Change request: ${asked}`)).toBeVisible();
    await approver.goto(`/dashboard/docs/${uid}/versions/1.2#comment`);
    await page.getByLabel('Page', { exact: true }).last().fill('1');
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Name the class of the weights.');
    await page.getByLabel('Must be fixed').check();
    await page.getByRole('button', { name: 'Save comment' }).click();
    await expect(page.getByText('Name the class of the weights.').first()).toBeVisible();
    await approver.goto(`/dashboard/approve/${uid}`);
    await sign(approver);
    await expect(page.getByText('A comment that must be fixed is open.').first()).toBeVisible();
    await owner.goto(`/dashboard/docs/${uid}/versions/1.2`);
    await owner.page.getByRole('link', { name: /^Answer or resolve/ }).click();
    await owner.page.getByRole('radio', { name: /^Resolve/ }).check();
    await owner.page.getByRole('textbox', { name: 'Text' }).fill('Class F1, as the form says.');
    await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
    await owner.page.waitForURL((url) => !url.pathname.includes('/comments/'));
    await approver.goto(`/dashboard/approve/${uid}?decision=approve`);
    await sign(approver);
    await page.waitForURL(/\/signed$/);
    // The quality unit approves each version.
    await quality.goto(`/dashboard/approve/${uid}`);
    await sign(quality);
    await quality.page.waitForURL(/\/signed$/);
  });

  await test.step('it is published', async () => {
    await ines.goto(`/dashboard/docs/${uid}/publish`);
    await expect(ines.page.getByRole('link', { name: `Change request: ${asked}` })).toBeVisible();
    const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await ines.page.getByLabel('Assign effective date').fill(date);
    await ines.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await ines.page.waitForURL((url) => !url.pathname.endsWith('/publish'));
  });

  await test.step('the request is carried out once the version is in force, and its author hears of it', async () => {
    await bringForward(product.dataDir, uid, 'ines.okafor@northmere.example');
    await expect
      .poll(async () => {
        await reader.goto(`/dashboard/docs/${uid}/requests`);
        return reader.page.getByText('Carried out in version 1.2').count();
      })
      .toBe(1);
    await expect
      .poll(async () => (await product.mail()).some(({ subject }) => subject?.startsWith('Change request carried out')))
      .toBe(true);
  });

  await test.step('the reader sees what changed since version 1.0 was signed, and why', async () => {
    await reader.goto(`/dashboard/docs/${uid}`);
    await reader.page
      .getByRole('link', { name: /Review Document|Read and sign/ })
      .first()
      .click();
    await reader.page.waitForURL(/\/dashboard\/review\//);
    await expect(reader.page.getByText('The balance is checked every week.').first()).toBeVisible();
    await reader.page
      .getByRole('link', { name: /^What changed since you signed 1\.0 on/ })
      .first()
      .click();
    await expect(reader.page).toHaveURL(/show=changes/);
    await reader.check();
  });

  await Promise.all(people.map((person) => person.close()));
});

/** Downloads the PDF where the signature is locked, and signs to approve. */
async function sign(person: Person): Promise<void> {
  const { page } = person;
  const address = page.url();
  if (await page.getByText('Locked').count()) {
    await downloadPdf(page);
    await page.goto(address);
    await page.getByRole('link', { name: 'I have read and approve the document' }).first().click();
  }
  await fillSignature(person, 'I approve this document');
  await page.getByRole('button', { name: 'Approve Document', exact: true }).click();
}
