import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath, userAgent } from './tests/support/chromium.ts';

/** Every journey runs twice: with JavaScript and without. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/support/started.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // For what hangs alone: a busy machine takes several times as long as a quiet one.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    userAgent,
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    actionTimeout: 120_000,
    screenshot: 'only-on-failure',
    // A trace of everything costs a third of the time: `npx playwright test --trace on` makes one.
    trace: 'off',
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
  },
  projects: [
    { name: 'with-js', use: { javaScriptEnabled: true } },
    { name: 'without-js', use: { javaScriptEnabled: false } },
  ],
});
