import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { filesIn, root } from './source.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['-e', 'import("./scripts/prepare.mjs").then(({ build }) => build())'], { cwd: root });
}, 120_000);

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

it('is the only copy of the application: no source file finds others relative to itself', () => {
  const relative = filesIn(['app', 'events', 'projections'], '.ts', '.tsx').filter((file) =>
    /new URL\([^)]*import\.meta\.url\)/.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  expect(relative).toEqual([]);
});
