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
});

/** Words that each library leaves in its code, minified or not. */
const marks: [string, RegExp][] = [
  ['kysely', /SelectQueryNode|KyselyTypeError/],
  ['pg', /SCRAM-SHA-256|AuthenticationMD5Password|pg_catalog/],
  ['the S3 client', /x-amz-|amazonaws/],
  ['graphile-worker', /graphile_worker/],
  ['the server', /PKCS8|createHmac|imprimatur_app/],
  ['the schemas that forms and events are checked with', /ZodType|ZodPipe/],
];

/** The pages that people open most, by their route in the manifest. */
const firstPages = [
  'home/screens/home',
  'documents/screens/document/document',
  'documents/screens/document/tabs/read',
  'audit/screens/trail/trail-page',
  'people/screens/team',
];

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { module: string; imports: string[]; css: string[]; parentId?: string }>;
}

/** The manifest of the last build: files of earlier ones may lie beside it. */
function lastManifest(): Manifest {
  const written = (file: string) => statSync(path.join(root, file)).mtimeMs;
  const manifests = filesIn([assets], '.js').filter((file) => /manifest-[\w-]+\.js$/.test(file));
  const [last = ''] = manifests.sort((a, b) => written(b) - written(a));
  return JSON.parse(textOf(last).replace(/^[^{]*|;?\s*$/g, '')) as Manifest;
}

/** The scripts and styles of a route and its parents, as files of `build/client`. */
function filesOfPage({ entry, routes }: Manifest, id: string): string[] {
  const files = new Set([entry.module, ...entry.imports]);
  expect(routes[id]).toBeDefined();
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    for (const file of [route.module, ...route.imports, ...route.css]) files.add(file);
  return [...files].map((file) => `build/client${file}`);
}

describe('the scripts of the browser', () => {
  it.each(marks)('do not contain %s', (_name, mark) => {
    const found = filesIn([assets], '.js').filter((file) => mark.test(textOf(file)));
    expect(found).toEqual([]);
  });

  // A first load is at most 150 kB; some 10 kB are the page itself.
  it.each(firstPages)('of %s come to at most 134 kB with the styles', (page) => {
    const size = (file: string) => statSync(path.join(root, `${file}.br`)).size;
    const files = filesOfPage(lastManifest(), page);
    expect(files.reduce((sum, file) => sum + size(file), 0)).toBeLessThan(134_000);
  });
});
