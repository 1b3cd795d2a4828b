import { expect, test } from '../support/browser.ts';
import { violationsOf } from '../support/axe.ts';
import { Person } from '../support/person.ts';

test.use({ start: { flags: ['--demo'] } });
const password = 'verdigris-lantern-42';

test('an admin looks after the team: departments, reminders, open tasks and settings', async ({
  browser,
  product,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const open = (name: string) =>
    Person.at(browser, { baseURL: product.url, scripts, email: `${name}@northmere.example`, password });
  const boss = await open('ines.okafor');
  const { page } = boss;
  await boss.signIn();

  await test.step('the form of a new department is empty after it is created', async () => {
    await boss.goto('/dashboard/departments');
    await page.getByLabel('New department').fill('Stability');
    await page.getByRole('button', { name: 'Create Department' }).click();
    await boss.sees('Department Stability created.');
    await expect(page.getByLabel('New department')).toHaveValue('');
  });

  if (!scripts) {
    await test.step('the last option of the filter leads to the form of a new functional area', async () => {
      await boss.goto('/dashboard?tab=manage');
      await page.getByRole('combobox', { name: 'Functional area' }).selectOption('Create functional area');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Create functional area' })).toBeVisible();
    });
  } else {
    await test.step('what is refused in a dialog stays in it', async () => {
      await boss.goto('/dashboard?tab=manage');
      await page.getByRole('combobox', { name: 'Functional area' }).selectOption('Create functional area');
      const dialog = page.getByRole('dialog', { name: 'Create functional area' });
      await dialog.getByLabel('Name').fill('LARGE');
      await dialog.getByRole('button', { name: 'Create functional area' }).click();
      await expect(dialog.getByText('Must enter a valid functional area name.').first()).toBeVisible();
      await expect(dialog.getByLabel('Name')).toHaveValue('LARGE');
      await boss.check();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(new URL(page.url()).pathname).toBe('/dashboard');
    });

    await test.step('a warning comes before the session ends, and the admin stays', async () => {
      const idle = await page.context().newPage();
      let left = 100_000;
      await idle.route('**/sessions/left', (route) => {
        if (route.request().method() === 'POST') left = 1_800_000;
        return route.fulfill({ json: { left, because: 'idle' } });
      });
      await idle.clock.install();
      await idle.goto('/sessions');
      await idle.locator('html.js').waitFor();
      await idle.clock.runFor('28:01');
      const warning = idle.getByText('You will be signed out in 2 minutes, because nothing was done here.');
      await expect(warning).toBeVisible();
      await idle.clock.resume();
      for (const colorScheme of ['light', 'dark'] as const) {
        await idle.emulateMedia({ colorScheme });
        expect(await violationsOf(idle), `axe on the warning, ${colorScheme}`).toEqual([]);
      }
      await idle.getByRole('button', { name: 'Stay signed in' }).click();
      await expect(warning).toHaveCount(0);
      await idle.close();
    });
  }

  await test.step('the open tasks of a person are listed before deactivation', async () => {
    await boss.goto('/dashboard/users');
    await page.getByRole('link', { name: 'Deactivate, Priya Raman' }).click();
    const place = scripts ? page.getByRole('dialog', { name: 'Deactivate team member' }) : page.getByRole('main');
    if (scripts) {
      await expect(place.getByText(/This person leaves one open approval/)).toBeVisible();
      await expect(place.getByRole('link', { name: 'Choose successors first' })).toBeVisible();
    } else {
      await expect(place.getByLabel('Approver of Site Master File')).toBeVisible();
      await expect(place.getByLabel('Owner of Batch Record Review', { exact: true })).toBeVisible();
    }
    await boss.check();
    if (!scripts) await boss.goto('/dashboard/users');
    else await place.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Deactivate, Samuel Oyelaran' }).click();
    await place.getByLabel('Reason for change').fill('Left the company.');
    await place.getByRole('button', { name: 'Deactivate account' }).click();
    await boss.sees('Samuel Oyelaran is deactivated.');
    await expect(page).toHaveURL(/\/dashboard\/users$/);
  });

  await test.step('a function is granted and withdrawn, and an absence declared and ended', async () => {
    await boss.goto('/dashboard/settings/functions');
    await page.getByRole('link', { name: 'Create function' }).click();
    await page.getByLabel('Name').fill('Site head');
    await page.getByRole('button', { name: 'Create function' }).click();
    await boss.sees('The function Site head is created.');
    await page.getByRole('link', { name: 'Grant, Site head' }).click();
    await page.getByLabel('Person').selectOption({ label: 'Priya Raman, Admin' });
    await page.getByRole('button', { name: 'Grant function' }).click();
    await boss.sees('Reason for change: This field is required.');
    await boss.check();
    await page.getByLabel('Reason for change').fill('Appointed by the site head.');
    await page.getByRole('button', { name: 'Grant function' }).click();
    await boss.sees('Priya Raman is granted the function Site head.');
    await boss.check();
    await page.getByRole('link', { name: 'Withdraw, Site head of Priya Raman' }).click();
    await page.getByLabel('Reason for change').fill('Another person is appointed.');
    await page.getByRole('button', { name: 'Withdraw function' }).click();
    await boss.sees('The function Site head is withdrawn from Priya Raman.');
    const declare = async () => {
      await boss.goto('/absence');
      await page.getByLabel('Last day').fill('31 Dec 2099');
      await page.getByLabel('Deputy').selectOption({ label: 'Priya Raman · Quality unit' });
      await page.getByRole('button', { name: 'Declare absence' }).click();
    };
    await declare();
    await boss.sees('Ines Okafor stands in for Tomasz Wieczorek on some of these days');
    await boss.goto('/dashboard/users?q=Wieczorek');
    const person = await page.getByRole('link', { name: 'Deactivate, Tomasz Wieczorek' }).getAttribute('href');
    await boss.goto(person!.replace(/deactivate.*$/, 'absence'));
    await page.getByRole('link', { name: /^End now/ }).click();
    // The form before has a reason too.
    await expect(page.getByRole('heading', { name: /^End absence/ })).toBeVisible();
    await page.getByLabel('Reason for change').fill('Back before the planned day.');
    await page.getByRole('button', { name: 'End absence' }).click();
    await boss.sees(/absence .*is ended/);
    await declare();
    await boss.sees('Your absence is declared. Priya Raman approves meanwhile.');
    await boss.check();
    await page.getByRole('link', { name: /^End now/ }).click();
    await page.getByRole('button', { name: 'End absence' }).click();
    await boss.sees('The absence is ended.');
  });

  await test.step('several people are reminded at once, and the answer says who was left out and why', async () => {
    // By its link, which begins at the top of the list as a reload does not.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('row', { name: /Aoife Brennan/ })).toBeVisible();
    await boss.check();
    const search = page.getByLabel('Search by name or email');
    await search.fill('brennan');
    if (!scripts) await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    if (scripts) await expect(search, 'keeps the focus').toBeFocused();
    await expect(page.getByRole('link', { name: /^\d (overdue|due), training of Aoife Brennan$/ })).toBeVisible();
    const remind = async (...names: string[]) => {
      await boss.goto('/dashboard/users');
      for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await page.getByRole('button', { name: 'Remind' }).click();
      await expect(page.getByRole('heading', { name: 'Remind of training' })).toBeVisible();
    };
    await remind('Aoife Brennan');
    await page.getByRole('button', { name: 'Remind 1 person' }).click();
    await boss.sees('1 reminded.');
    await remind('Aoife Brennan', 'Chidi Eze');
    await expect(page.getByText('Skipped: was reminded today already')).toBeVisible();
    await boss.check();
    await page.getByRole('button', { name: 'Remind 1 person' }).click();
    await boss.sees('1 reminded, 1 was reminded today already.');
    await expect(page).toHaveURL(/\/dashboard\/users$/);
    for (const name of ['Aoife Brennan', 'Chidi Eze'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Add to departments' }).click();
    await page.getByRole('checkbox', { name: 'Laboratory' }).check();
    await page.getByRole('button', { name: 'Add 2 people' }).click();
    await boss.sees('Reason for change: This field is required.');
    await page.getByLabel('Reason for change').fill('Moved to the new site.');
    await page.getByRole('checkbox', { name: 'Stability' }).check();
    await page.getByRole('button', { name: 'Add 2 people' }).click();
    await boss.sees('2 added to Laboratory and Stability.');
  });

  await test.step('the people of a spreadsheet are invited after a preview, all or nobody', async () => {
    await boss.goto('/dashboard/users');
    await page.getByRole('link', { name: 'Invite many' }).click();
    const list = (departments: string) =>
      `First name;Last name;Email;Departments\nZoë;Müller;zoe@northmere.example;Quality Assurance\n` +
      `Jan;Novák;jan@northmere.example;${departments}`;
    const buffer = Buffer.from(list('Weighing'), 'latin1');
    await page.getByLabel('Or choose a file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Preview' }).click();
    await boss.sees('1 of 2 rows has a problem. Nobody was invited.');
    await expect(page.getByRole('row', { name: /Jan Novák/ })).toContainText('There is no department Weighing.');
    await expect(page.getByLabel('Paste from a spreadsheet')).toHaveValue(/^First name,.*\nZoë,Müller,/);
    await boss.check();
    await page.getByRole('button', { name: 'Create Weighing' }).click();
    await boss.sees('2 people can be invited.');
    await boss.check();
    await page.getByRole('button', { name: 'Invite 2 people' }).click();
    await boss.sees('You successfully invited 2 people');
    await expect(page).toHaveURL(/\/dashboard\/users$/);
  });

  await test.step('the reminder is behind the bell of its person, unread until the list is opened', async () => {
    const aoife = await open('aoife.brennan');
    await aoife.signIn();
    const hers = aoife.page;
    const reminder = hers.getByRole('listitem').filter({ hasText: /^Reminder: .*New/ });
    await expect(async () => {
      await hers.goto('/dashboard');
      await hers.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click({ timeout: 2000 });
      await expect(reminder).toBeVisible({ timeout: 2000 });
    }).toPass();
    await aoife.check();
    await hers.getByRole('link', { name: 'Choose emails' }).click();
    await expect(hers.getByRole('link', { name: 'Notifications', exact: true }).first()).toBeVisible();
    await hers.getByLabel(/^Once a day, at 07:00/).check();
    await hers.getByRole('button', { name: 'Save' }).click();
    await aoife.sees('Your choice is saved.');
    await expect(hers.getByLabel(/^Once a day, at 07:00/)).toBeChecked();
    await aoife.check();
    await aoife.close();
  });

  await test.step('a setting is changed for a reason', async () => {
    await boss.goto('/dashboard/settings');
    const sections = page.getByRole('list', { name: 'Settings' }).getByRole('link');
    await expect(sections).toHaveText([
      'Organisation',
      'Controls',
      'Sign-in and passwords',
      'Documents and training',
      'Reminders',
    ]);
    await sections.filter({ hasText: 'Controls' }).click();
    const preset = page.getByRole('combobox', { name: 'Controls' });
    const duties = page.getByRole('checkbox', { name: 'Separate duties' });
    const unit = page.getByRole('combobox', { name: 'Quality unit' });
    await expect(preset).toHaveValue('regulated');
    await expect(duties).toBeChecked();
    await expect(unit.locator('option:checked')).toHaveText('Quality unit');
    if (boss.scripts) {
      // A preset sets every control, and one that is changed makes it another preset.
      await duties.uncheck();
      await expect(preset).toHaveValue('own');
      await preset.selectOption('standard');
      await expect(page.getByRole('checkbox', { name: 'Verify identity' })).not.toBeChecked();
      await expect(unit).toHaveValue('');
      await preset.selectOption('regulated');
      await expect(duties).toBeChecked();
      await expect(unit.locator('option:checked')).toHaveText('Quality unit');
      await boss.check();
      await page.reload();
    }
    await sections.filter({ hasText: 'Sign-in and passwords' }).click();
    await page.waitForURL(/\/settings\/ways-in$/);
    const save = page.getByRole('button', { name: 'Save' });
    const expiry = page.getByRole('textbox', { name: 'Passwords expire after' });
    const bar = page.getByRole('region', { name: 'Save the settings' });
    if (boss.scripts) {
      await expect(bar).toBeHidden();
      await expiry.fill('60');
      await expect(bar).toBeInViewport();
      await expect(bar).toContainText('Passwords expire after, days: 1825 → 60');
      await boss.check();
      page.once('dialog', (question) => void question.dismiss());
      await page.getByRole('link', { name: 'Reminders' }).click();
      await bar.getByRole('button', { name: 'Discard' }).click();
      await expect(expiry).toHaveValue('1825');
      await expect(bar).toBeHidden();
    }
    await expiry.fill('60');
    await save.click();
    await boss.sees('Reason for change: This field is required.');
    await page.getByRole('textbox', { name: 'Reason' }).fill('The yearly review asked for it.');
    await save.click();
    await boss.sees('Settings saved. Passwords expire after, days: 1825 → 60.');
    await expect(expiry).toHaveValue('60');
    await expect(page.getByText('This field is required.')).toHaveCount(0);
    if (boss.scripts) await expect(bar).toBeHidden();
    const saved = page.locator('.notice', { hasText: 'Settings saved.' });
    await expect(saved).toHaveCount(1);
    await page.reload();
    await expect(saved).toHaveCount(0);
  });

  await test.step('a program gets a token, which is shown once, replaced and revoked', async () => {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API' }).click();
    await page.getByRole('link', { name: 'Create service account' }).click();
    await page.getByLabel('Name').fill('HR sync');
    await page.getByRole('checkbox', { name: 'Read people and departments' }).check();
    await page.getByRole('button', { name: 'Create service account' }).click();
    const token = page.getByRole('textbox', { name: 'Token' });
    await expect(token).toHaveValue(/^imp_sa_\w{36}$/);
    const read = async (value: string) =>
      (await fetch(`${product.url}/api/orgs/none/departments`, { headers: { Authorization: `Bearer ${value}` } }))
        .status;
    const first = await token.inputValue();
    expect(await read(first)).toBe(404);
    await boss.check();
    await page.getByRole('link', { name: 'Done' }).click();
    await expect(page.getByText('Last used')).toBeVisible();
    await page.getByRole('link', { name: 'Rotate token' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The quarter is over.');
    await page.getByRole('button', { name: 'Rotate token' }).click();
    await expect(token).not.toHaveValue(first);
    const second = await token.inputValue();
    expect([await read(first), await read(second)]).toEqual([401, 404]);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Revoke' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Not needed any more.');
    await page.getByRole('button', { name: 'Revoke service account' }).click();
    await boss.sees('The service account HR sync is revoked.');
    expect(await read(second)).toBe(401);
  });

  await boss.close();
});
