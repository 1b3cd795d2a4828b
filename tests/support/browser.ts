import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test as base } from '@playwright/test';
import type { RunningServer, ServerOptions } from './server.ts';
import { buildOrganisation, organisationFrom, savedOrganisation } from './scenario.ts';
import type { SavedOrganisation, ScenarioOrganisation } from './scenario.ts';
import { inSecondProcess } from './second-process.ts';
import { firstStart, startAgain, type FirstData } from './started.ts';

interface PerTest {
  /** How the product starts: `test.use({ start: { flags: ['--demo'] } })`. */
  start: ServerOptions;
  /** The product on data of its own. */
  product: RunningServer;
  /** Fails a test whose pages complain on the console or throw. */
  quietPages: void;
}

interface PerWorker {
  /** The product with the demonstration. */
  demonstration: RunningServer;
}

async function serving(
  options: ServerOptions,
  use: (server: RunningServer) => Promise<void>,
  first?: FirstData,
): Promise<void> {
  const server = await startAgain(options, first);
  await use(server);
  await server.remove();
}

/**
 * Playwright's `test` with the product in front of it; pages open paths such as `/dashboard`. What differs between
 * files is an option and no fixture of a worker: files then share a worker and its browser.
 */
export const test = base.extend<PerTest>({
  start: [{}, { option: true }],
  product: ({ start }, use) => serving(start, use),
  baseURL: ({ product }, use) => use(product.url),
  quietPages: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        // A refusal's status is part of a journey; what the page itself does wrong is not.
        const refused = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !refused) complaints.push(message.text());
      });
      await use();
      base.expect(complaints, 'what the pages complained of').toEqual([]);
    },
    { auto: true },
  ],
});

/** One product with the demonstration for all tests that look at it and change nothing that another looks at. */
export const testOfDemonstration = test.extend<object, PerWorker>({
  demonstration: [
    ({ browserName: _browser }, use) => serving({ flags: ['--demo'] }, use),
    { scope: 'worker', timeout: 900_000 },
  ],
  product: ({ demonstration }, use) => use(demonstration),
});

/** The data of `testOfOrganisation`, and the file in it that names the organisation's people and documents. */
const savedName = 'organisation';

const foundOrganisation = (dataDir: string): Promise<void> =>
  firstStart(dataDir, [], async () => {
    const built = await inSecondProcess(dataDir, (services) =>
      buildOrganisation(services, 'Northmere Diagnostics', 'northmere'),
    );
    await writeFile(path.join(dataDir, savedName), JSON.stringify(savedOrganisation(built)));
  });

/** A product of its own with one organisation of the scenario, which is built once a run. */
export const testOfOrganisation = test.extend<{ organisation: ScenarioOrganisation }>({
  product: ({ start }, use) => serving(start, use, { name: savedName, make: foundOrganisation }),
  async organisation({ product: { dataDir } }, use) {
    const saved = JSON.parse(await readFile(path.join(dataDir, savedName), 'utf8')) as SavedOrganisation;
    await use(await inSecondProcess(dataDir, (services) => organisationFrom(services, saved)));
  },
});

export const { expect } = base;
