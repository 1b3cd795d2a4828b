import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '#tests/architecture/source.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-build-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prepare = `const { build } = await import('./scripts/prepare.mjs'); await build();`;
const runArguments = (program: string) => ['--input-type=module', '-e', program];

/** A clone whose compiler is this program (CommonJS). */
function clone(compiler: string): void {
  const file = (name: string, text = '') => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  for (const name of ['events', 'migrations', 'projections', '.cache']) mkdirSync(path.join(folder, name));
  file('app/one.ts', 'first');
  for (const name of ['package-lock.json', 'remix.config.js', 'tsconfig.json', 'vite.config.ts']) file(name);
  file('package.json', '{}');
  for (const name of ['verifier', 'tasks']) file(`scripts/${name}.mjs`);
  cpSync(path.join(root, 'scripts/prepare.mjs'), path.join(folder, 'scripts/prepare.mjs'));
  file('node_modules/@remix-run/dev/dist/cli.js', compiler);
}

const run = (program: string) =>
  spawnSync(process.execPath, runArguments(program), { cwd: folder, encoding: 'utf8', timeout: 15_000 });

describe('a build that was killed', () => {
  it.each([
    ['whose process had the number of the next one', 'process.pid'],
    ['whose process is gone', '2147483646'],
  ])('does not block the next build: one %s', (_, pid) => {
    clone(`console.log('building'); process.exit(7);`);
    const { stderr } = run(`(await import('node:fs')).writeFileSync('.cache/build.lock', String(${pid})); ${prepare}`);
    expect(stderr).toContain('building');
    expect(stderr).toContain('Building failed (exit code 7)');
  });

  it('stops its compiler', async () => {
    clone(`require('node:fs').writeFileSync('compiler', String(process.pid)); setInterval(() => {}, 1000);`);
    const start = spawn(process.execPath, runArguments(prepare), { cwd: folder, stdio: 'ignore' });
    const ended = once(start, 'exit');
    const compiler = () => Number(readFileSync(path.join(folder, 'compiler'), 'utf8'));
    await expect
      .poll(() => existsSync(path.join(folder, 'compiler')) && compiler() > 0, { timeout: 15_000 })
      .toBe(true);
    start.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    expect(() => process.kill(compiler(), 0)).toThrow('ESRCH');
  });
});

describe('sources that change while they are built', () => {
  /** A compiler that builds what `app/one.ts` holds, and then runs `next`. */
  const compiler = (next: string): string => `
    const fs = require('node:fs');
    fs.appendFileSync('runs', 'x');
    const turn = fs.readFileSync('runs', 'utf8').length;
    fs.mkdirSync('build/client/assets', { recursive: true });
    fs.copyFileSync('app/one.ts', 'build/one');
    ${next}`;

  it('are built again', () => {
    clone(compiler(`if (turn === 1) fs.writeFileSync('app/one.ts', 'second');`));
    const { stderr, status } = run(prepare);
    expect({ stderr, status }).toEqual({ stderr: 'Building\n', status: 0 });
    expect(readFileSync(path.join(folder, 'runs'), 'utf8')).toBe('xx');
    expect(readFileSync(path.join(folder, 'build/one'), 'utf8')).toBe('second');
  });

  it('again and again are refused with a sentence', () => {
    clone(compiler(`fs.appendFileSync('app/one.ts', 'x');`));
    const { stderr, status } = run(prepare);
    expect(stderr).toBe('Building\nThe sources changed during the build. Start again.\n');
    expect(status).toBe(1);
  });
});

it('replaces the link that `build` was in earlier releases', () => {
  clone("require('node:fs').mkdirSync('build/client/assets', { recursive: true });");
  mkdirSync(path.join(folder, '.cache/builds/1'), { recursive: true });
  symlinkSync('.cache/builds/1', path.join(folder, 'build'));
  const { stderr, status } = run(prepare);
  expect({ stderr, status }).toEqual({ stderr: 'Building\n', status: 0 });
  expect(lstatSync(path.join(folder, 'build')).isDirectory()).toBe(true);
  expect(existsSync(path.join(folder, '.cache/builds'))).toBe(false);
});

it('says in a sentence that a build cannot be written', () => {
  clone(`require('node:fs').mkdirSync('build/client/assets/one.js', { recursive: true });`);
  writeFileSync(path.join(folder, '.cache/build.lock'), '');
  rmSync(path.join(folder, '.cache'), { recursive: true });
  const full = `const fs = (await import('node:fs')).default;
    fs.mkdirSync = () => { throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }); };
    (await import('node:module')).syncBuiltinESMExports();`;
  const { stderr, status } = run(full + prepare);
  expect(stderr).toBe('Building failed: ENOSPC: no space left on device.\n');
  expect(status).toBe(1);
});

it('starts the development server again when any file changes that its process runs', async () => {
  // Plain JavaScript without types of its own.
  const development: { serverFiles: RegExp } = await import('../../scripts/development.mjs' as string);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['app/server/main.ts', 'app/reports/making/process/report-program.ts'],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: folder,
    logLevel: 'error',
  });
  const files = Object.keys(metafile.inputs);
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => !development.serverFiles.test(file))).toEqual([]);
  expect(development.serverFiles.test('app/sign-in/screens/sign-in.tsx'), 'Vite reloads it').toBe(false);
});
