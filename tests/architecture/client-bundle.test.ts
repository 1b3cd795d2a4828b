import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesIn, root, textOf } from './source.ts';

const assets = 'build/client/assets';

beforeAll(() => {
  const build = 'import("./scripts/prepare.mjs").then(({ build }) => build())';
  const { status, stderr } = spawnSync(process.execPath, ['-e', build], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}, 120_000);

/** Words that each library leaves in whatever holds it, minified or not. */
const marks: [string, RegExp][] = [
  ['kysely', /SelectQueryNode|KyselyTypeError/],
  ['pg', /SCRAM-SHA-256|AuthenticationMD5Password|pg_catalog/],
  ['the S3 client', /x-amz-|amazonaws/],
  ['graphile-worker', /graphile_worker/],
  ['the server', /PKCS8|createHmac|imprimatur_app/],
];

describe('what the browser is sent', () => {
  it.each(marks)('holds nothing of %s', (_name, mark) => {
    const found = filesIn([assets], '.js').filter((file) => mark.test(textOf(file)));
    expect(found).toEqual([]);
  });

  it('has scripts and styles in files alone, small enough to load at once', () => {
    const scripts = filesIn([assets], '.js');
    expect(scripts.length).toBeGreaterThan(0);
    const size = (file: string) => statSync(path.join(root, file)).size;
    const first = scripts.filter((file) => /entry\.client|root-|components-|jsx-runtime/.test(file));
    expect(first.reduce((sum, file) => sum + size(file), 0)).toBeLessThan(600_000);
  });
});
