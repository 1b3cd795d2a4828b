import { paperPdf } from '../../app/set-up/demonstration/document-pdf.ts';
import { expect, test, type Locator } from '@playwright/test';
import { Person } from '../support/person.ts';
import { startAgain } from '../support/started.ts';

const password = 'verdigris-lantern-42';
const note = /It is saved but not sent/;

test('a document form survives the end of a session, of a connection and of a tab', async ({
  browser,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const product = await startAgain({ flags: ['--demo'] });
  const email = 'tomasz.wieczorek@northmere.example';
  const author = await Person.at(browser, { baseURL: product.url, scripts, email, password });
  try {
    await author.signIn();
    await (scripts ? whileTyping(author) : whereItArrives(author));
    if (!scripts) return;
    const admin = await Person.at(browser, {
      baseURL: product.url,
      scripts,
      email: 'ines.okafor@northmere.example',
      password,
    });
    await admin.signIn();
    await whileDeclaring(admin);
    await whileScheduling(admin);
    await whileNothingIsTyped(admin);
    await admin.close();
  } finally {
    await author.close();
    await product.remove();
  }
});

const pdf = async () => ({
  name: 'weighing.pdf',
  mimeType: 'application/pdf',
  buffer: await paperPdf({
    organisation: 'Northmere Diagnostics',
    number: 'SOP-QA-777',
    title: 'Weighing',
    version: '1.0',
    sections: [],
  }),
});

const signInAgain = async ({ page, email }: Person) => {
  await expect(page).toHaveURL(/\/\?redirect=/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/dashboard\/docs\/create/);
};

async function whileTyping(author: Person): Promise<void> {
  const { context } = author;
  let { page } = author;
  const address = '/dashboard/docs/create?name=Weighing';
  await author.goto(address);
  await page.getByLabel('Doc ID').fill('777');
  await page.getByLabel('Final PDF', { exact: true }).setInputFiles(await pdf());
  await expect(page.getByText('weighing.pdf')).toBeVisible();
  await expect(page.locator('progress')).toHaveCount(0);
  const status = page.getByRole('status').filter({ hasText: /^Saved / });
  await expect(status).toBeVisible();

  await test.step('the form is saved once the connection is back', async () => {
    await context.setOffline(true);
    await page.getByLabel('Version').fill('1.5');
    await expect(page.getByText('No connection.')).toBeVisible();
    await context.setOffline(false);
    await expect(status).toBeVisible();
  });

  await test.step('a closed tab is restored, and another form links to it', async () => {
    await page.getByLabel('Doc ID').fill('778');
    await page.close({ runBeforeUnload: false });
    page = await context.newPage();
    await page.goto('/dashboard/docs/create?name=Another');
    await page.getByText('1 unfinished document').click();
    await page.getByRole('link', { name: 'Continue, Weighing' }).click();
    await expect(page.getByText(note)).toBeVisible();
    await expect(page.getByLabel('Doc ID')).toHaveValue('778');
    await expect(page.getByLabel('Version')).toHaveValue('1.5');
    await expect(page.getByText('weighing.pdf')).toBeVisible();
  });

  await test.step('the form is restored after signing in again', async () => {
    await context.clearCookies({ name: 'imprimatur-session' });
    await page.getByLabel('Doc ID').fill('779');
    await expect(page.getByText('Your session has ended. What you typed is saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Create', exact: true }).last().click();
    await signInAgain(new Proxy(author, { get: (from, name) => (name === 'page' ? page : Reflect.get(from, name)) }));
    await expect(page.getByText(note)).toBeVisible();
    await expect(page.getByLabel('Doc ID')).toHaveValue('779');
    await expect(page.getByText('weighing.pdf')).toBeVisible();
  });

  await test.step('a corrected title stays when another field is refused', async () => {
    const create = page.getByRole('button', { name: 'Create', exact: true }).last();
    await page.goto('/dashboard/docs/create?name=-Weighing');
    await create.click();
    await expect(page.getByText('Name must not start with a special character.').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Title' }).fill('Weighing twice');
    await create.click();
    await expect(page.getByRole('paragraph').filter({ hasText: 'Weighing twice' })).toBeVisible();
    await expect(page.locator('input[name=name]')).toHaveValue('Weighing twice');
    await page.goto(address);
  });

  await test.step('a refused file is named with its reason, and a cancelled one is not attached', async () => {
    const file = page.getByLabel('Working document', { exact: true });
    await file.setInputFiles({ name: 'notes.docx', mimeType: 'text/plain', buffer: Buffer.from('no document') });
    const reason = 'The file is named .docx but holds plain text.';
    await expect(page.getByText(reason)).toBeVisible();
    await page.getByRole('button', { name: 'Create', exact: true }).last().click();
    await expect(page.getByRole('alert').getByText(`Working document: ${reason}`)).toBeVisible();
    // Cancelled before the upload begins.
    let asked = (): void => undefined;
    await page.route('**/dashboard/uploads', async (route) => {
      await new Promise<void>((resolve) => (asked = resolve));
      await route.continue().catch(() => undefined);
    });
    await file.setInputFiles({ name: 'notes.odt', mimeType: 'text/plain', buffer: Buffer.from('no document') });
    await page.getByRole('button', { name: 'Cancel, upload of Working document' }).click();
    await expect(file).toBeVisible();
    asked();
    await page.unroute('**/dashboard/uploads');
    await expect(page.getByText('notes.odt')).toHaveCount(0);
  });

  await test.step('a form that is sent without a connection stays and is saved', async () => {
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Create', exact: true }).last().click();
    await expect(page.getByRole('alert').getByText('The connection was lost. It is not known')).toBeVisible();
    await context.setOffline(false);
    // The page already shows the time of an earlier save.
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/dashboard/saved-forms') && answer.request().postData()?.includes('docNum=781') === true,
    );
    await page.getByLabel('Doc ID').fill('781');
    expect((await saved).ok()).toBe(true);
    await page.goto(address);
    await expect(page.getByLabel('Doc ID')).toHaveValue('781');
  });

  await test.step('the form is saved before the page is reloaded', async () => {
    await page.evaluate(() => {
      const send = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (...of) => {
        sessionStorage.setItem('sent', `${sessionStorage.getItem('sent') ?? ''}${window.event?.type},`);
        return send(...of);
      };
    });
    // Once a change was saved, the page's script is at work.
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/dashboard/saved-forms') && answer.request().postData()?.includes('docNum=783') === true,
    );
    await page.getByLabel('Doc ID').fill('783');
    await saved;
    // At once, before the pause after which a change is saved by itself.
    const reloaded = page.waitForEvent('load');
    await page.getByLabel('Doc ID').evaluate((input: HTMLInputElement) => {
      input.value = '782';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      location.reload();
    });
    await reloaded;
    expect(await page.evaluate(() => sessionStorage.getItem('sent'))).toBe('beforeunload,');
  });

  await test.step('the saved form can be discarded', async () => {
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(page.getByText(note)).toHaveCount(0);
    await expect(page.getByLabel('Doc ID')).toHaveValue('');
  });
}

/** The chosen approvers stay while a document is declared externally effective. */
async function whileDeclaring({ page }: Person): Promise<void> {
  await page.goto('/dashboard/docs/create?name=Declaring');
  const approvers = page.getByRole('group', { name: 'Approvers' });
  const chosen = approvers.getByRole('checkbox', { name: 'Priya Raman', includeHidden: true });
  await approvers.getByRole('combobox').fill('Priya');
  await approvers.getByRole('combobox').press('Enter');
  await expect(chosen).toBeChecked();
  const declared = page.getByRole('checkbox', { name: 'This document is already effective external to the system' });
  await declared.check();
  await page.getByRole('dialog', { name: 'Notice' }).getByRole('button', { name: 'OK' }).click();
  await expect(approvers).toBeHidden();
  // The page shows the next steps of either case.
  const toApprovers = 'Once you create this document, it will be sent to Approvers for review.';
  const atOnce = 'Once you create this document, it requires final approval. No approvers are asked to sign.';
  const course = page.getByRole('complementary', { name: 'What happens next' });
  await expect(page.getByText(atOnce)).toBeVisible();
  await expect(page.getByText(toApprovers)).toHaveCount(0);
  await expect(course).not.toContainText('Awaiting Approvers');
  await declared.uncheck();
  await expect(chosen).toBeChecked();
  await expect(page.getByText(toApprovers)).toBeVisible();
  await expect(course).toContainText('Awaiting Approvers');
  // The reason that was typed in the dialog is saved with the draft.
  await declared.check();
  await page.getByRole('dialog', { name: 'Notice' }).getByLabel('Reason').fill('Signed on paper in 2024');
  await page.getByRole('dialog', { name: 'Notice' }).getByRole('button', { name: 'OK' }).click();
  await page.getByLabel('Type').selectOption('SOP');
  await page.getByLabel('Functional area').selectOption('QA');
  await page.getByLabel('Doc ID').fill('790');
  await page.getByLabel('Version').fill('1.0');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('The draft is saved.').first()).toBeVisible();
  await expect(declared).toBeChecked();
  await expect(page.getByLabel('Reason').first()).toHaveValue('Signed on paper in 2024');
  // A form that was carried out is not saved again.
  await page.waitForTimeout(2_500);
  await page.reload();
  await expect(page.getByLabel('Reason').first()).toHaveValue('Signed on paper in 2024');
  await page.getByLabel('Version').fill('1.1');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('The draft is saved.').first()).toBeVisible();
  await page.waitForTimeout(2_500);
  await page.reload();
  await expect(page.getByLabel('Version')).toHaveValue('1.1');
  await expect(page.getByText(note)).toHaveCount(0);
  // Checking a title does not load the page again, which would renew the expected version.
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const own = pathname.endsWith('/revise.data') && searchParams.get('_routes') !== 'root';
    if (request.method() === 'GET' && own) loaded.push(request.url());
  });
  await page.getByRole('button', { name: 'Edit Title' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Title' });
  await dialog.getByLabel('Title').fill('Declared');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Declared' })).toBeVisible();
  await page.waitForTimeout(500);
  expect(loaded).toEqual([]);
}

/** The preview of a change disappears once the change is saved. */
async function whileScheduling({ page }: Person): Promise<void> {
  await page.goto('/dashboard?tab=manage&q=Checklist');
  await page.getByRole('link', { name: 'Batch Record Review Checklist', exact: true }).click();
  await page.getByLabel('Effective date').fill('20 Jan 2997');
  const moved = page.getByText(/open training records are due at another time/);
  await expect(moved).toBeVisible();
  await page.getByLabel('Reason for change').fill('The line starts later.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The changes are saved.').first()).toBeVisible();
  await expect(moved).toHaveCount(0);
  await expect(page.getByLabel('Effective date')).toHaveValue('20 Jan 2997');
}

/** A form that nobody touched is not saved, also where a refused dialog has the page read anew. */
async function whileNothingIsTyped({ page }: Person): Promise<void> {
  await page.goto('/dashboard?tab=manage&status=IN_REVIEW');
  const inReview = await page.locator('.register a[href*="/docs/"]').first().getAttribute('href');
  await page.goto(`/dashboard/docs/${/docs\/([0-9a-f-]{36})/.exec(inReview ?? '')![1]}/revise`);
  const saved: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/dashboard/saved-forms')) saved.push(request.postData());
  });
  const commandId = page.locator('form:not(dialog form) input[name=commandId]').first();
  const before = await commandId.inputValue();
  await page.getByRole('button', { name: 'Retire' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Retire' });
  await dialog.getByRole('button', { name: 'Retire' }).click();
  await expect(dialog.getByText('This field is required.').first()).toBeVisible();
  await expect(commandId).not.toHaveValue(before);
  await page.waitForTimeout(2_500);
  expect(saved).toEqual([]);
}

async function whereItArrives(author: Person): Promise<void> {
  const { page, context } = author;
  await author.goto('/dashboard/docs/create?name=Weighing');
  await page.getByLabel('Doc ID').fill('777');
  await page.getByLabel('Final PDF', { exact: true }).setInputFiles(await pdf());
  await context.clearCookies({ name: 'imprimatur-session' });
  await page.getByRole('button', { name: 'Create', exact: true }).last().click();
  await signInAgain(author);
  await expect(page.getByText(note)).toBeVisible();
  await expect(page.getByLabel('Doc ID')).toHaveValue('777');
  await expect(page.getByText('weighing.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(note)).toHaveCount(0);
  await expect(page.getByLabel('Doc ID')).toHaveValue('');

  // On the page of a dialog the notice has a distance from its edges and its title.
  await author.goto('/dashboard/docs/create/title');
  await page.getByLabel('Title').fill('Weighing twice');
  await context.clearCookies({ name: 'imprimatur-session' });
  await page.getByRole('button', { name: 'Next' }).click();
  await signInAgain(author);
  const boxOf = async (part: Locator) => (await part.boundingBox())!;
  const remark = await boxOf(page.locator('.saved-form'));
  const title = await boxOf(page.getByRole('heading', { level: 1 }));
  expect(remark.x - (await boxOf(page.locator('.dialog-page'))).x).toBeGreaterThanOrEqual(16);
  expect(remark.y - (title.y + title.height)).toBeGreaterThanOrEqual(8);
}
