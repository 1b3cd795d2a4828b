import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 30;

interface Spent {
  file: string;
  /** Seconds of the whole file but its loading. */
  total: number;
  /** Seconds in the tests themselves; the others go into what they share and into hooks. */
  tests: number;
  loading: number;
}

/** Prints where the time of a run goes: the slowest files, their set-up apart from their tests. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = modules.map(spentOn);
    const sum = (of: (one: Spent) => number) => all.reduce((seconds, one) => seconds + of(one), 0);
    const lines = all
      .toSorted((one, other) => other.total - one.total)
      .slice(0, shown)
      .map(({ file, total, tests }) => `${columns(total - tests, tests)}  ${file}`);
    process.stdout.write(
      ['', `The ${lines.length} slowest files: seconds of set-up, of tests`, ...lines]
        .concat(
          `${columns(
            sum(({ total, tests }) => total - tests),
            sum(({ tests }) => tests),
          )}  all files`,
        )
        .concat(`${columns(sum(({ loading }) => loading))}  to load them`, '')
        .join('\n'),
    );
  }
}

function spentOn(module: TestModule): Spent {
  const { duration, collectDuration } = module.diagnostic();
  let tests = 0;
  for (const test of module.children.allTests()) tests += test.diagnostic()?.duration ?? 0;
  // Tests that run beside each other add up to more than their file.
  return {
    file: path.relative(process.cwd(), module.moduleId),
    total: duration / 1000,
    tests: Math.min(tests, duration) / 1000,
    loading: collectDuration / 1000,
  };
}

const columns = (...seconds: number[]): string => seconds.map((one) => one.toFixed(1).padStart(8)).join('');
