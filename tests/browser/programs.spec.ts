import { expect, testOfOrganisation as test } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { startPeer } from '../support/programs/peer.ts';

/** The webhook's receiver is on this machine. */
test.use({ start: { environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } } });

test('an admin gives a program a token and a webhook, and takes both away', async ({
  browser,
  product,
  organisation,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled ?? true;
  const { admin } = organisation;
  const boss = await Person.at(browser, { baseURL: product.url, scripts, ...admin });
  const { page } = boss;
  const click = (name: string | RegExp, role: 'button' | 'link' = 'button') =>
    page.getByRole(role, { name }).first().click();
  /** axe in both colours. */
  const check = async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await boss.check();
    }
  };
  const main = page.getByRole('main');
  const me = async (token: string) => {
    const answer = await fetch(`${product.url}/api/me`, { headers: { Authorization: `Bearer ${token}` } });
    return { status: answer.status, body: (await answer.json()) as { data?: { name: string } } };
  };
  const createDocument = async () => {
    const asJson = { 'Content-Type': 'application/json' };
    const session = {
      method: 'POST',
      headers: asJson,
      body: JSON.stringify({ email: admin.email, password: admin.password }),
    };
    const opened = await fetch(`${product.url}/api/session`, session);
    const { data } = (await opened.json()) as { data: { token: string } };
    const draft = { name: 'Isolator Gloves', type: 'SOP', functionalArea: 'QA', docNum: '301', version: '1.0' };
    const headers = { ...asJson, Authorization: `Bearer ${data.token}` };
    const created = await fetch(`${product.url}/api/docs`, { method: 'POST', headers, body: JSON.stringify(draft) });
    expect(created.status).toBe(201);
  };
  const because = async (reason: string, button: string) => {
    await check();
    await page.getByLabel('Reason for change').fill(reason);
    await click(button);
  };
  await boss.signIn();
  if (scripts)
    await test.step('a wrong password for a token leaves the email in its field', async () => {
      await boss.goto('/api/docs');
      const [email, password] = ['Email', 'Password'].map((label) => page.getByLabel(label, { exact: true }));
      await email!.fill(admin.email);
      await password!.fill('not-it');
      await click('Get a token');
      await expect(main.getByRole('alert')).toContainText('do not match our records');
      await expect(email!).toHaveValue(admin.email);
      await expect(password!).toHaveValue('');
    });
  await boss.goto('/dashboard/settings/organisation');
  await click('API', 'link');
  await expect(main).toContainText('No service accounts yet.');

  await test.step('a service account works until its token is rotated, and ends when it is revoked', async () => {
    await click('Create service account', 'link');
    await page.getByRole('textbox', { name: 'Name' }).fill('HR sync');
    await click('Create service account');
    await expect(page.getByText('Choose at least one.').first()).toBeVisible();
    await check();
    await page.getByRole('checkbox', { name: 'people:read' }).check();
    await click('Create service account');
    await expect(page.getByText('Copy the token now.')).toBeVisible();
    await check();
    const first = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    expect(first).toMatch(/^imp_sa_/);
    expect(await me(first)).toMatchObject({ status: 200, body: { data: { name: 'HR sync' } } });
    await click('Done', 'link');
    await expect(main).toContainText('HR sync');
    await expect(main).toContainText('Last used');
    expect(await page.content()).not.toContain(first);
    await check();

    await click(/^Rotate token/, 'link');
    await because('A new server.', 'Rotate token');
    const second = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    expect(await me(first)).toMatchObject({ status: 401 });
    expect(await me(second)).toMatchObject({ status: 200 });
    await click('Done', 'link');
    await click(/^Revoke/, 'link');
    await because('The contract has ended.', 'Revoke service account');
    await boss.sees('The service account HR sync is revoked.');
    await expect(main).toContainText('The contract has ended.');
    expect(await me(second)).toMatchObject({ status: 401 });
  });

  const peer = await startPeer();
  try {
    const arrives = (count: number) => expect.poll(() => peer.arrived.length, { timeout: 20_000 }).toBe(count);
    let secret = '';
    const issued = async () => {
      await expect(page.getByText('Copy the secret now.')).toBeVisible();
      await check();
      secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
      await click('Done', 'link');
      await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}$/);
      // The address changes before the page does.
      await expect(page.getByText('Copy the secret now.')).toHaveCount(0);
      expect(await page.content()).not.toContain(secret);
    };

    await test.step('a webhook is registered, and its secret is shown once', async () => {
      await click('Register webhook', 'link');
      await page.getByRole('textbox', { name: 'Address' }).fill('ftp://hooks.example');
      await click('Register webhook');
      await expect(page.getByText('Choose at least one.').first()).toBeVisible();
      await check();
      await page.getByRole('textbox', { name: 'Address' }).fill(peer.url);
      await page.getByRole('checkbox', { name: 'document.created' }).check();
      await click('Register webhook');
      await issued();
      await expect(main).toContainText('Nothing sent yet');
    });

    await test.step('a test, an event and what is sent again arrive, and the log tells of them', async () => {
      await click('Send test');
      await boss.sees('A test is sent.');
      await arrives(1);
      await createDocument();
      await arrives(2);
      await expect(async () => {
        await page.reload();
        await expect(page.getByRole('row', { name: /document\.created/ })).toContainText('Delivered (204)');
      }).toPass();
      await check();
      await click(/^Send again, document\.created/);
      await boss.sees('The delivery is sent again.');
      await arrives(3);
      const [trial, created, again] = peer.arrived;
      expect(peer.verifies(secret, trial!).kind).toBe('test');
      expect(peer.verifies(secret, created!).kind).toBe('document.created');
      expect(again!.id).toBe(created!.id);
    });

    await test.step('the secret is rotated, and the webhook removed', async () => {
      const former = secret;
      await click('Rotate secret', 'link');
      await because('Leaked.', 'Rotate secret');
      await issued();
      expect(secret).not.toBe(former);
      await expect(main).toContainText('Both the new and the former one sign until');
      await click('Send test');
      await arrives(4);
      for (const one of [former, secret]) expect(peer.verifies(one, peer.arrived[3]!).kind).toBe('test');
      await click('Change', 'link');
      await check();
      await click('Cancel', 'link');
      await click('Remove', 'link');
      await because('The receiver is gone.', 'Remove webhook');
      await boss.sees('The webhook is removed.');
      await expect(main).toContainText('No webhooks yet.');
    });
  } finally {
    peer.close();
  }
  await boss.close();
});
