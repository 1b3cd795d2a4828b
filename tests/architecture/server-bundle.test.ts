import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';

beforeAll(() => {
  execFileSync(process.execPath, ['-e', 'import("./scripts/prepare.mjs").then(({ build }) => build())']);
});

/** The packages that are loaded before a part of the bundle can begin. */
function packagesOf(part: string): Set<string> {
  const found = new Set<string>();
  const parts = [part];
  for (const one of parts) {
    const code = readFileSync(`build/start/${one}`, 'utf8');
    for (const [, name = ''] of code.matchAll(/^(?:import|export)\b[^'"();]*["']([^'"]+)["'];$/gm)) {
      const next = name.replace('./', '');
      if (!name.startsWith('./')) found.add(name);
      else if (!parts.includes(next)) parts.push(next);
    }
  }
  return found;
}

describe('the bundle of the server', () => {
  it('lies in a folder of its own, so that the next build takes nothing away from a server that runs', () => {
    expect(lstatSync('build').isSymbolicLink()).toBe(true);
    expect(realpathSync('build')).toMatch(/[/\\]\.cache[/\\]builds[/\\]\d+$/);
  });

  it.each(['web.mjs', 'pages.mjs'])('begins to answer without what takes long to load and few ask for: %s', (part) => {
    const packages = packagesOf(part);
    expect(packages).toContain(part === 'web.mjs' ? 'pg' : 'stream');
    for (const name of ['pdfkit', 'fontkit', 'subset-font', 'graphile-worker']) expect(packages).not.toContain(name);
  });

  it('finds what lies beside a source from the place of that source, in the pages too', () => {
    const start = realpathSync('build/start');
    for (const part of readdirSync(start).filter((name) => name.endsWith('.mjs'))) {
      const code = readFileSync(path.join(start, part), 'utf8').replaceAll('requireFrom(import.meta.url)', '');
      const places = [...code.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)];
      expect(code.split('import.meta.url').length - 1, part).toBe(places.length);
      for (const [, place = ''] of places)
        expect(existsSync(path.resolve(start, place)), `${part}: ${place}`).toBe(true);
    }
  });

  it('hands loaders and actions copies of the request that follow no signal', () => {
    const code = readdirSync('build/start')
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => readFileSync(`build/start/${name}`, 'utf8'))
      .join('\n');
    for (const name of ['stripIndexParam', 'stripDataParam', 'stripRoutesParam']) {
      const bodies = [...code.matchAll(new RegExp(`\\n( *)function ${name}\\w*\\(.*?\\n\\1\\}`, 'gs'))].map(
        ([body]) => body,
      );
      const copies = bodies.filter((body) => body.includes('new Request('));
      expect(copies.length, name).toBeGreaterThan(0);
      for (const body of copies) expect(body).not.toContain('signal');
    }
  });
});
