import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../architecture/source.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-build-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A clone whose build is this program. */
function clone(program: string): void {
  const file = (name: string, text = '') => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  for (const name of ['app', 'events', 'migrations', 'projections'])
    mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'remix.config.js', 'tsconfig.json', 'vite.config.ts'])
    file(name);
  file('scripts/bundle.mjs');
  cpSync(path.join(root, 'scripts/prepare.mjs'), path.join(folder, 'scripts/prepare.mjs'));
  file('node_modules/@remix-run/dev/dist/cli.js', program);
  file('.cache/none');
}

describe('a build that was killed', () => {
  it.each([
    ['by a process that had the number which this one has now', 'writeFileSync(turn, String(process.pid))'],
    ['before it had written its number', `writeFileSync(turn, ''); utimesSync(turn, 0, 0)`],
    ['by a process that is gone', `writeFileSync(turn, '2147483646')`],
  ])('holds the next one up no longer: %s', (_, leave) => {
    clone(`console.log('it is being built'); process.exit(7);`);
    const program = `
      const { utimesSync, writeFileSync } = await import('node:fs');
      const turn = '.cache/building';
      ${leave};
      const { build } = await import('./scripts/prepare.mjs');
      await build();`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 15_000,
    });
    expect(stderr).toContain('it is being built');
    expect(stderr).toContain('Building failed (exit code 7)');
  });

  it('takes its compiler along, which would go on in the place of the next build', async () => {
    clone(`require('node:fs').writeFileSync('compiler', String(process.pid)); setInterval(() => {}, 1000);`);
    const program = `const { build } = await import('./scripts/prepare.mjs'); await build();`;
    const start = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, stdio: 'ignore' });
    const ended = once(start, 'exit');
    const compiler = () => Number(readFileSync(path.join(folder, 'compiler'), 'utf8'));
    await expect
      .poll(() => existsSync(path.join(folder, 'compiler')) && compiler() > 0, { timeout: 15_000 })
      .toBe(true);
    start.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    expect(() => process.kill(compiler(), 0)).toThrow('ESRCH');
  }, 30_000);
});

/** Runs a program in a clone with this compiler, whose own part of the build is what `bundle` does with `folder`. */
function run(compiler: string, bundle: string, program: string) {
  clone(compiler);
  const file = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  file('package.json', '{}');
  file('app/one.ts', 'first');
  file('scripts/bundle.mjs', `import fs from 'node:fs'; export const bundleServer = (folder) => { ${bundle} };`);
  file('scripts/verifier.mjs', 'export const buildVerifier = () => {};');
  file('node_modules/esbuild/package.json', '{"main":"index.js"}');
  file('node_modules/esbuild/index.js', 'exports.stop = () => {};');
  const node = ['--input-type=module', '-e', program];
  return spawnSync(process.execPath, node, { cwd: folder, encoding: 'utf8', timeout: 15_000 });
}

describe('sources that change while they are built', () => {
  /** A compiler that makes a build of what `app/one.ts` holds, and then does this. */
  const compiler = (and: string): string => `
    const fs = require('node:fs');
    fs.appendFileSync('begun', 'x');
    const turn = fs.readFileSync('begun', 'utf8').length;
    fs.rmSync('build', { recursive: true, force: true });
    fs.mkdirSync('build/client/assets', { recursive: true });
    fs.copyFileSync('app/one.ts', 'build/one');
    ${and}`;

  function buildOf(
    program: string,
    bundle = '',
  ): { stderr: string; status: number | null; turns: number; built: string | null } {
    const { stderr, status } = run(
      program,
      bundle,
      `const { build } = await import('./scripts/prepare.mjs'); await build();`,
    );
    const one = path.join(folder, 'build/one');
    const turns = readFileSync(path.join(folder, 'begun'), 'utf8').length;
    return { stderr, status, turns, built: existsSync(one) ? readFileSync(one, 'utf8') : null };
  }

  it('are built anew, so that no build is of two states of them', () => {
    const changing = `if (turn === 1) fs.writeFileSync('app/one.ts', 'second');`;
    expect(buildOf(compiler(changing))).toEqual({ stderr: '', status: 0, turns: 2, built: 'second' });
  });

  it('are built anew though they were changed back, since what was compiled in between is not of them', () => {
    const there = `if (turn === 1) { fs.writeFileSync('app/one.ts', 'other'); fs.copyFileSync('app/one.ts', 'build/one'); }`;
    const andBack = `if (turn === 1) fs.writeFileSync('app/one.ts', 'first');`;
    expect(buildOf(compiler(there + andBack))).toEqual({ stderr: '', status: 0, turns: 2, built: 'first' });
  });

  it('for as long as they are built are refused with a sentence', () => {
    const { stderr, status, built } = buildOf(compiler(`fs.appendFileSync('app/one.ts', 'x');`));
    expect(stderr).toBe('The sources change while they are being built. Start again when they are at rest.\n');
    expect(status).toBe(1);
    expect(built).toBeNull();
  });

  it('are told of in a sentence where what is built cannot be written', () => {
    const full = `throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })`;
    const { stderr, status } = buildOf(compiler(''), full);
    expect(stderr).toBe('Building failed: ENOSPC: no space left on device, write.\n');
    expect(status).toBe(1);
  });
});

describe('a server', () => {
  it('begins further processes out of its own build, though another is being made', () => {
    const compiler = `require('node:fs').mkdirSync('build/client/assets', { recursive: true });`;
    const server = `
      import { spawnSync } from 'node:child_process';
      import { rmSync } from 'node:fs';
      export async function main() {
        rmSync('build');
        for (const each of ['web']) spawnSync(process.execPath, ['scripts/' + each + '.mjs'], { stdio: 'inherit' });
      }`;
    const bundle = `
      fs.mkdirSync(folder + '/start');
      fs.writeFileSync(folder + '/start/server.mjs', ${JSON.stringify(server)});
      for (const each of ['web']) fs.writeFileSync(folder + '/start/' + each + '.mjs', 'console.log("' + each + '")');`;
    for (const each of ['serve', 'web'])
      cpSync(path.join(root, `scripts/${each}.mjs`), path.join(folder, `scripts/${each}.mjs`));
    const { stdout, stderr } = run(compiler, bundle, `await import('./scripts/serve.mjs');`);
    expect({ stdout, stderr }).toEqual({ stdout: 'web\n', stderr: '' });
  });
});

describe('the server in development', () => {
  it('starts anew when any file changes that it is made of', async () => {
    // Plain JavaScript without types of its own.
    const prepare: { ofTheServer: RegExp } = await import('../../scripts/prepare.mjs' as string);
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['app/server/main.ts', 'app/reports/report-program.ts'],
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
    expect(files.filter((file) => !prepare.ofTheServer.test(file))).toEqual([]);
    expect(prepare.ofTheServer.test('app/screens/account/sign-in.tsx'), 'Vite reloads it').toBe(false);
  });
});
