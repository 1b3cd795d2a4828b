import { test as base } from '@playwright/test';
import type { RunningServer, ServerOptions } from './server.ts';
import { startAgain } from './started.ts';

interface PerWorker {
  /** The product, running on an empty database of its own, shared by the tests of one worker. */
  product: RunningServer;
}

interface PerTest {
  /** Fails a test whose pages complain on the console or throw. */
  quietPages: void;
}

/** A server for all tests of one worker that ask for it by this fixture. */
const serving = (options: ServerOptions) =>
  [
    async ({ browserName: _browser }: { browserName: string }, use: (server: RunningServer) => Promise<void>) => {
      const server = await startAgain(options);
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 900_000 },
  ] as const;

/** Playwright's `test` with the product in front of it; pages open paths such as `/dashboard`. */
export const test = base.extend<PerTest, PerWorker>({
  product: [...serving({})],
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

/** The same with its own server, for an organisation with another set-up or for the demonstration. */
export const testOn = (options: ServerOptions = {}) =>
  test.extend<object, PerWorker>({ product: [...serving(options)] });

export const { expect } = base;
