import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
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
  ['the schemas that forms and events are checked with', /ZodType|ZodPipe/],
];

/** What people look at first, and how its address's route is called in the manifest. */
const firstPages = ['documents/home', 'documents/document', 'audit/trail', 'team/team'];

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { module: string; imports: string[]; css: string[]; parentId?: string }>;
}

/** The scripts and styles of a route and of what it stands in, as files of `build/client`. */
function filesOfPage({ entry, routes }: Manifest, id: string): string[] {
  const files = new Set([entry.module, ...entry.imports]);
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    for (const file of [route.module, ...route.imports, ...route.css]) files.add(file);
  return [...files].map((file) => `build/client${file}`);
}

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

  // Of the 130 kB of a first load `npm run bench -- pages` leaves 16 to the page itself.
  it.each(firstPages)('%s loads at most 114 kB of scripts and styles', (page) => {
    const named = filesIn([assets], '.js').find((file) => /manifest-\w+\.js$/.test(file))!;
    const manifest = JSON.parse(textOf(named).replace(/^[^{]*|;?\s*$/g, '')) as Manifest;
    const files = filesOfPage(manifest, `screens/${page}`);
    const size = (file: string) =>
      statSync(path.join(root, existsSync(path.join(root, `${file}.br`)) ? `${file}.br` : file)).size;
    expect(files.reduce((sum, file) => sum + size(file), 0)).toBeLessThan(114_000);
  });
});
