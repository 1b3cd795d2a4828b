import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/support/sequencer.ts';
import { SlowestFiles } from './tests/support/slowest-files.ts';
import { isLongSuite } from './tests/support/suite.ts';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: isLongSuite ? [] : ['tests/**/*.long.test.{ts,tsx}'],
    globalSetup: ['tests/support/postgres.setup.ts', 'tests/support/started.ts'],
    pool: 'forks',
    // A worker's files share what they import: loading the product anew for each took half of the time. Nothing is
    // mocked, and what a test needs to itself (a database, a folder, services) it makes and closes.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // One more than there are cores: a test that waits for a process or for a clock leaves its core to another.
    maxWorkers: availableParallelism() + 1,
    // For what hangs alone: a busy machine takes several times as long as a quiet one, which is no fault of the
    // product.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', new SlowestFiles(), ['json', { outputFile: '.cache/vitest.json' }]],
  },
});
