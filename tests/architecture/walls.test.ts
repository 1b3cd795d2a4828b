import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './source.ts';

/** Imports that must not be: rule, who, what. `npm test` holds the product to the same rules. */
const forbidden: [rule: string, from: string, to: string][] = [
  ['pure-domain', 'events/document/a.ts', 'app/adapters/environment/config.ts'],
  ['domain-knows-no-ledger', 'events/user/a.ts', 'events/ledger/append/append.ts'],
  ['ledger-knows-the-database-alone', 'events/ledger/b.ts', 'projections/registry.ts'],
  ['projections-know-events', 'projections/a.ts', 'app/adapters/environment/config.ts'],
  ['rooms-in-order', 'app/documents/queries/a.ts', 'app/training/queries/list.ts'],
  ['rooms-in-order', 'app/kit/a.ts', 'app/people/queries/list.ts'],
  ['queries-read', 'app/people/queries/a.ts', 'app/people/commands/edit.ts'],
  ['commands-know-no-interface', 'app/training/commands/a.ts', 'app/kit/screen/screen.ts'],
  ['screens-know-no-adapter', 'app/reports/screens/a.ts', 'app/adapters/database/pool.ts'],
  ['the-browser-knows-no-server', 'app/ui/a.ts', 'app/people/queries/list.ts'],
  ['the-browser-knows-no-server', 'app/documents/forms/a.ts', 'app/documents/commands/sign.ts'],
  ['adapters-run-no-command', 'app/sign-in/adapters/a.ts', 'app/sign-in/commands/sign-in.ts'],
  ['verifier-runs-anywhere', 'app/audit/evidence/verify/a.ts', 'events/ledger/tree.ts'],
  ['services-alone-wires', 'app/server/a.ts', 'app/adapters/storage/s3.ts'],
  ['tests-stay-outside', 'app/server/b.ts', 'tests/support/x.ts'],
  ['no-circles', 'app/people/adapters/a.ts', 'app/people/adapters/a.ts'],
];

interface Violation {
  rule: { name: string };
  from: string;
  to: string;
}

let folder = '';
let violations: Violation[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'imprimatur-walls-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text, { flag: 'a' });
  };
  write('tsconfig.json', '{}');
  for (const [, from, to] of forbidden) {
    write(to, 'export const there = 1;\n');
    const imported = path.relative(path.dirname(from), to).replace(/^(?!\.)/, './');
    write(from, `import { there } from '${imported}';\nexport const used = there;\n`);
  }
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = path.join(root, '.dependency-cruiser.cjs');
  const folders = ['app', 'events', 'projections'];
  const { stdout } = spawnSync(process.execPath, [program, '--config', config, '-T', 'json', ...folders], {
    cwd: folder,
    encoding: 'utf8',
  });
  violations = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the walls between the parts of the house', () => {
  it.each(forbidden)('%s: %s may not import %s', (rule, from, to) => {
    expect(violations.map((found) => [found.rule.name, found.from, found.to])).toContainEqual([rule, from, to]);
  });
});
