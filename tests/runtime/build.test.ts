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
  for (const name of ['app', 'events', 'migrations', 'projections']) mkdirSync(path.join(folder, name));
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

describe('the server in development', () => {
  it('starts anew when any file changes that it is made of', async () => {
    // Plain JavaScript without types of its own.
    const prepare: { ofTheServer: RegExp } = await import('../../scripts/prepare.mjs' as string);
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['app/server.ts', 'app/reports/program.ts'],
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
