import { expect, test, type Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';
import { startAgain } from '../support/started.ts';

const password = 'verdigris-lantern-42';
const lost = 'The connection was lost. It is not known';

/** A form with a typed value. */
interface TypedForm {
  name: string;
  open: (page: Page) => Promise<unknown>;
  field: (page: Page) => ReturnType<Page['getByLabel']>;
  button: (page: Page) => ReturnType<Page['getByRole']>;
}

const dialog = (page: Page) => page.getByRole('dialog');

/** A form of each kind: on a page, in a dialog, in a drawer, and one that posts to another page. */
const forms: TypedForm[] = [
  {
    name: 'invitation',
    open: (page) => page.goto('/dashboard/users/invite'),
    field: (page) => page.getByLabel('First name'),
    button: (page) => page.getByRole('button', { name: 'Invite team member' }),
  },
  {
    name: 'settings',
    open: (page) => page.goto('/dashboard/settings'),
    field: (page) => page.getByRole('textbox', { name: 'Organisation' }),
    button: (page) => page.getByRole('main').getByRole('button', { name: 'Save' }),
  },
  {
    name: 'change of the password',
    open: (page) => page.goto('/change'),
    field: (page) => page.getByLabel('Current password'),
    button: (page) => page.getByRole('main').getByRole('button', { name: 'Change Password' }),
  },
  {
    name: 'title of a new document',
    open: async (page) => {
      await page.goto('/dashboard?tab=manage');
      await page.getByRole('button', { name: 'Create new document' }).first().click();
    },
    field: (page) => dialog(page).getByRole('textbox'),
    button: (page) => dialog(page).getByRole('button', { name: 'Next' }),
  },
  {
    name: 'retirement',
    open: async (page) => {
      await page.goto('/dashboard?tab=effective&q=Quality');
      await page.goto(
        (await page
          .getByRole('link', { name: /Quality Policy/ })
          .first()
          .getAttribute('href')) ?? '',
      );
      await page.getByRole('button', { name: 'Retire' }).first().click();
    },
    field: (page) => dialog(page).getByRole('textbox'),
    button: (page) => dialog(page).getByRole('button', { name: 'Retire' }),
  },
];

/** Waits until the code of the page that the form posts to is loaded. */
const waitForPreload = (page: Page) => page.waitForTimeout(2_000);

test('a form without an answer keeps its values and is carried out once', async ({ browser, javaScriptEnabled }) => {
  const scripts = javaScriptEnabled ?? true;
  let product = await startAgain({ flags: ['--demo'] });
  const email = 'ines.okafor@northmere.example';
  const admin = await Person.at(browser, { baseURL: product.url, scripts, email, password });
  const { page, context } = admin;
  const alert = page.getByRole('alert').filter({ hasText: lost });
  const people = async () => {
    await page.goto('/dashboard/users?status=all');
    return page.getByRole('row', { name: /Ada Quill/ }).count();
  };
  const invite = async () => {
    await page.goto('/dashboard/users/invite');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Quill');
    await page.getByLabel('Email').fill('ada.quill@northmere.example');
    await page.getByLabel('Role', { exact: true }).selectOption('AUTHOR');
    await page.getByRole('checkbox', { name: 'Quality Assurance' }).check();
  };
  try {
    if (scripts) {
      await test.step('signing in without a connection', async () => {
        await page.goto('/');
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password').fill(password);
        await context.setOffline(true);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(alert).toBeFocused();
        await expect(page.getByLabel('Password')).toHaveValue(password);
        await context.setOffline(false);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL(/\/dashboard/);
      });
      for (const { name, open, field, button } of forms) {
        await test.step(name, async () => {
          await open(page);
          await field(page).fill('Typed');
          await waitForPreload(page);
          await context.setOffline(true);
          const before = page.url();
          await button(page).click();
          await expect(alert).toBeFocused();
          await expect(field(page)).toHaveValue('Typed');
          await expect(button(page)).not.toHaveAttribute('aria-disabled');
          expect(page.url()).toBe(before);
          await admin.check();
          await context.setOffline(false);
        });
      }
      await test.step('a proxy answers or the server fails', async () => {
        await invite();
        const send = page.getByRole('button', { name: 'Invite team member' });
        const answered = (answer: { status: number; headers?: Record<string, string>; body: string }) =>
          page.route('**/invite.data', (route) => route.fulfill(answer), { times: 1 });
        await answered({ status: 502, body: '<h1>502 Bad Gateway</h1>' });
        await send.click();
        await expect(alert).toBeFocused();
        await answered({
          status: 500,
          headers: { 'X-Remix-Response': 'yes' },
          // As Remix writes a thrown `data({ reference: 'fault-7' }, { status: 500 })`.
          body: '[{"_1":2},"error",["ErrorResponse",3,6,7],{"_4":5},"reference","fault-7",500,""]',
        });
        await send.click();
        await expect(page.getByRole('alert')).toContainText('The reference is fault-7.');
        await expect(page.getByLabel('First name')).toHaveValue('Ada');
      });
    } else {
      await admin.signIn();
      await invite();
    }
    await test.step('a form whose answer was lost is carried out once', async () => {
      const send = page.getByRole('button', { name: 'Invite team member' });
      await page.route(
        /users\/invite/,
        async (route) => {
          await route.fetch({ maxRedirects: 0 });
          await route.abort();
        },
        { times: 1 },
      );
      await send.click();
      if (scripts) {
        await expect(alert).toBeFocused();
        await send.click();
      } else {
        // Only the browser's own error page can be reloaded.
        await page.waitForURL('chrome-error://chromewebdata/');
        await page.reload();
      }
      await page.waitForURL(/\/dashboard\/users$/);
      expect(await people()).toBe(1);
    });
    if (!scripts) return;
    await test.step('a page without an answer says so and opens again', async () => {
      await page.goto('/dashboard?tab=effective&q=Quality');
      await context.setOffline(true);
      await page.getByRole('columnheader', { name: 'Area' }).getByRole('link').click();
      await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
      await expect(page.getByText('If you sent a form, it may not have been recorded.')).toBeVisible();
      await context.setOffline(false);
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { name: 'Effective documents' })).toBeVisible();
      await expect(page).toHaveURL(/sort=functionalArea/);
    });
    await test.step('the server is restarted between two attempts', async () => {
      const area = page.getByLabel('Name');
      await page.goto('/dashboard/functional-areas/create');
      await area.fill('OPT');
      await product.kill();
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(alert).toBeFocused();
      const { dataDir, port } = product;
      product = await startServer({ dataDir, port });
      await page.getByRole('button', { name: 'Create' }).click();
      await page.waitForURL(/\/dashboard(\?|$)/);
    });
  } finally {
    await admin.close();
    await product.remove();
  }
});
