import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { loadConfig } from '#app/adapters/environment/config.ts';
import type { Argon2 } from '#app/adapters/secrets/passwords.ts';
import { createServices, type Services } from '#app/server/services.ts';
import { testDatabase, type TestDatabase } from '#tests/support/database.ts';
import { shared } from '#tests/support/shared.ts';

/** What a database of the tests was made with: passwords are bound to it. */
export const testSecrets = { SECRET_KEY: 'k'.repeat(40) };

export interface TestServices extends Services {
  /** The server's clock, which a test may move. Without a value it is the real one. */
  readonly clock: { now: string | null };
}

/**
 * The product wired as in production (files on disk, mail into an outbox) on this worker's database, or on `db`, with
 * the files of `dataDir`, which is removed too. Two that share a `clock` are two processes of one installation.
 * `argon2`: for a test of how long it takes. Closed when the test that asked for it ends.
 */
export async function testServices(
  options: {
    db?: TestDatabase;
    dataDir?: string;
    environment?: Record<string, string>;
    clock?: TestServices['clock'];
    argon2?: Argon2;
  } = {},
): Promise<TestServices> {
  const db = options.db ?? (await testDatabase());
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'imprimatur-services-')));
  const config = await loadConfig({
    DATA_DIR: dataDir,
    ...testSecrets,
    PDF_SECONDS: '120',
    // Nothing waits for further publications, unless a test is about that.
    PUBLICATION_EMAIL_SECONDS: '0',
    ...options.environment,
  });
  const clock = options.clock ?? { now: null };
  const services = await createServices({
    config,
    databaseUrl: db.url,
    log: pino({ level: 'silent' }),
    ...shared,
    ...(options.argon2 && { argon2: options.argon2 }),
    now: () => clock.now ?? new Date().toISOString(),
  });
  onTestFinished(async () => {
    await services.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { ...services, clock };
}
