import { readdirSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('the bundle of the server', () => {
  it('hands loaders and actions copies of the request that follow no signal', () => {
    execFileSync(process.execPath, ['-e', 'import("./scripts/prepare.mjs").then(({ build }) => build())']);
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
