import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { filesIn, root } from './source.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['-e', 'import("./scripts/prepare.mjs").then(({ build }) => build())'], { cwd: root });
});

/** The packages that a file of the server build and its static imports load. */
function packagesOf(first: string): Set<string> {
  const packages = new Set<string>();
  const files = [first];
  for (const file of files) {
    const code = readFileSync(`${root}/build/server/${file}`, 'utf8');
    for (const [, name = ''] of code.matchAll(/^(?:import|export)\b[^'"();]*["']([^'"]+)["'];$/gm)) {
      const next = `assets/${name.split('/').at(-1)}`;
      if (!name.startsWith('.')) packages.add(name);
      else if (!files.includes(next)) files.push(next);
    }
  }
  return packages;
}

it('starts to answer requests without packages that load slowly and few pages need', () => {
  const packages = packagesOf('index.js');
  expect(packages).toContain('pg');
  for (const name of ['pdfkit', 'fontkit', 'subset-font', '@aws-sdk/client-s3']) expect(packages).not.toContain(name);
});

it('has built each module that a thread or process runs, so that none of them loads a compiler', () => {
  const code = filesIn(['app'], '.ts').map((file) => readFileSync(`${root}/${file}`, 'utf8'));
  const modules = code.flatMap((text) =>
    [...text.matchAll(/^(?!.*\*).*\b(?:workerTask<typeof \w+>|startModule)\(\s*'([^']+)\.ts'/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(modules.length).toBeGreaterThan(9);
  for (const name of modules) expect(existsSync(`${root}/build/tasks/${name}.js`), name).toBe(true);
});

it('is the only copy of the application: no source file finds others relative to itself', () => {
  const relative = filesIn(['app', 'events', 'projections'], '.ts', '.tsx').filter((file) =>
    /new URL\([^)]*import\.meta\.url\)/.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  expect(relative).toEqual([]);
});
