import { expect, test } from '../support/browser.ts';

test('the sign-in page opens under the strict content security policy', async ({ page, product }) => {
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
  await expect(page.locator('main')).toBeVisible();
  expect(product.setupCode()).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
});
