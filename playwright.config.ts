import { defineConfig } from '@playwright/test';
import { isLongSuite } from './tests/support/suite.ts';
import { chromiumFlags, chromiumPath, userAgent } from './tests/support/chromium.ts';

/** The journeys that run without JavaScript by day too; the HTTP matrix sends every form without it. */
const withoutScriptsByDay = ['life', 'people', 'saved-form'].map((name) => `**/${name}.spec.ts`);

/** Every journey runs with JavaScript, and in the long suite once more without. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  testIgnore: isLongSuite ? [] : '**/*.long.spec.ts',
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
    {
      name: 'without-js',
      use: { javaScriptEnabled: false },
      ...(!isLongSuite && { testMatch: withoutScriptsByDay }),
    },
  ],
});
