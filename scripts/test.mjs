// `npm test`: all checks and tests, in a fresh clone with only Node and npm. Plain JavaScript.
// `npm test -- --quick` leaves out the build and the browser tests; `npm run test:long` repeats and enlarges;
// `npm run test:busy` runs beside a program that keeps all cores full.
import { fork, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, install, requireNode, root } from './prepare.mjs';
import { provideSystemPrograms } from './system.mjs';

const quick = process.argv.includes('--quick');
if (process.argv.includes('--long')) process.env.SUITE = 'long';
const totals = { passed: 0, failed: 0 };
const failures = [];
/** Where the time goes: the seconds of each part of the run. */
const parts = [];

requireNode();
await install();
await provideSystemPrograms();
process.env.PATH = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`;
mkdirSync(path.join(root, '.cache'), { recursive: true });

// Two at a time, the longest first.
const checks = [
  ['build', process.execPath, '-e', 'import("./scripts/prepare.mjs").then(({ build }) => build())'],
  // The native compiler takes a fifth of the time. The package `typescript` is for tools that need its library.
  ['types', process.execPath, 'node_modules/typescript-native/bin/tsc'],
  ['lint', 'oxlint', '--max-warnings=0'],
  ['architecture', 'depcruise', '--config', '.dependency-cruiser.cjs', 'app', 'events', 'projections', 'migrations'],
  ['unused code', 'knip'],
  ['formatting', 'oxfmt', '--check'],
  ['requirements', process.execPath, 'scripts/validation.mjs'],
];
// The compiler and the linter are Go programs. Fewer garbage collections save a fifth of their time.
process.env.GOGC ??= '400';
if (process.argv.includes('--busy')) keepBusy();
await timed('checks', () => Promise.all([runChecks(), runChecks()]));
if (!quick) await build();

// The data of first starts (`tests/support/started.ts`): made once for all suites. PostgreSQL's account looks into it.
const startedFolders = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-test-'));
chmodSync(startedFolders, 0o711);
process.env.STARTED_FOLDERS = startedFolders;
process.on('exit', () => rmSync(startedFolders, { recursive: true, force: true }));

await suite('tests', ['vitest', 'run'], '.cache/vitest.json', ({ numPassedTests, numFailedTests, testResults }) => ({
  passed: numPassedTests,
  // A file that cannot be loaded has no tests to count.
  failed:
    numFailedTests +
    testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
}));
if (!quick) {
  await suite(
    'browser tests',
    ['playwright', 'test', '--pass-with-no-tests'],
    '.cache/playwright.json',
    ({ stats, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
    }),
  );
}

say('');
for (const part of parts) say(part);
for (const failure of failures) say(failure);
say(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

/** Runs checks from the list until it is empty. */
async function runChecks() {
  for (let check = checks.shift(); check; check = checks.shift()) {
    const [name, program, ...args] = check;
    if (quick && name === 'build') continue;
    const begun = performance.now();
    const { code, output } = await run(program, args, 'pipe');
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (code === 0) totals.passed += 1;
    else {
      totals.failed += 1;
      failures.push(`✗ ${name}`);
    }
    say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
    if (code !== 0) say(output.trim());
  }
}

/** Runs a suite and adds up its report. A failed suite whose report has no failure counts as one. */
async function suite(name, [program, ...args], report, count) {
  const file = path.join(root, report);
  rmSync(file, { force: true });
  say(`\n${name}`);
  const { code } = await timed(name, () => run(program, args, 'inherit'));
  const counted = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  totals.passed += counted.passed;
  totals.failed += counted.failed;
  if (code !== 0 && counted.failed === 0) {
    totals.failed += 1;
    failures.push(`✗ ${name} ended with ${code}.`);
  }
}

/** Does the work, and notes how long it took. */
async function timed(name, work) {
  const begun = performance.now();
  const result = await work();
  parts.push(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  return result;
}

/** Keeps all cores full until this process ends, so that what depends on a quiet machine fails. */
function keepBusy() {
  for (let core = 0; core < os.availableParallelism(); core++) {
    const busy = fork(path.join(root, 'scripts/busy.mjs'));
    busy.unref();
    busy.channel?.unref();
  }
}

function run(program, args, stdio) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', stdio, stdio],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
