import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { codeOf, root } from './source.ts';

/** The specification's route table, in its order. What is not built yet is not there, and in no menu. */
const specified = [
  '/',
  '/forgot',
  '/reset',
  '/expired',
  '/confirm',
  '/reconfirm',
  '/request-code',
  '/change',
  '/dashboard',
  '/dashboard/docs/create',
  '/dashboard/docs/:uid/revise',
  '/dashboard/docs/:uid/publish',
  '/dashboard/docs/:uid',
  '/dashboard/approve/:uid',
  '/dashboard/review/:uid',
  '/dashboard/users',
  '/dashboard/users/invite',
  '/dashboard/users/:uid/edit',
  '/dashboard/users/:uid/reactivate',
  '/dashboard/reports',
];

const pagesOf = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => (entry.children ? pagesOf(entry.children) : [entry]));
const there = pagesOf(routes).map((entry) => ({
  ...entry,
  url: `/${(entry.path ?? '').replace(/^\//, '')}`,
}));

describe('the list of routes', () => {
  it('keeps the specification’s order', () => {
    const urls = there.map((entry) => entry.url).filter((url) => specified.includes(url));
    expect(urls).toEqual(specified.filter((url) => urls.includes(url)));
  });

  it('names each URL once, and each of its files is there', () => {
    expect(new Set(there.map((entry) => entry.url)).size).toBe(there.length);
    expect(there.filter((entry) => !existsSync(path.join(root, 'app', entry.file)))).toEqual([]);
  });

  it('writes parameters and paths in one way', () => {
    const odd = there.filter(({ url }) => url !== '/*' && !/^(?:\/|(?:\/(?::[a-zA-Z]+|[a-z0-9.-]+))+)$/.test(url));
    expect(odd).toEqual([]);
  });

  it('has the tab of each page that is about something bear what it is about', () => {
    const about = there.filter(
      ({ url, file }) => url.includes('/:') && /export const meta/.test(codeOf(path.join('app', file))),
    );
    expect(about.length).toBeGreaterThan(20);
    const silent = about.filter(({ file }) => !/export const meta[^;]*\bdata\?\./.test(codeOf(path.join('app', file))));
    expect(silent).toEqual([]);
  });

  it('does not load the frame again for a lookup, so that its message stays', () => {
    expect(codeOf('app/root.tsx')).toContain("export { shouldRevalidate } from './kit/screen/revalidate.ts';");
  });

  it('has a client action on every screen with a form, so that a lost connection does not lose the form', () => {
    const screens = there.filter(
      ({ file }) => /export .*\baction\b/.test(codeOf(path.join('app', file))) && file.endsWith('.tsx'),
    );
    expect(screens.length).toBeGreaterThan(30);
    const without = screens.filter(({ file }) => !codeOf(path.join('app', file)).includes('clientAction'));
    // The verifier sends its files by a form of its own.
    expect(without.map(({ file }) => file)).toEqual(['audit/screens/verify/verify.tsx']);
  });

  it('loads a page again whose form was refused because somebody was faster: else it would be refused for ever', () => {
    const guarded = there.filter(({ file }) => {
      const code = codeOf(path.join('app', file));
      return code.includes('screenAction(') && code.includes('expectedVersion');
    });
    expect(guarded.length).toBeGreaterThan(3);
    expect(guarded.filter(({ file }) => !/shouldRevalidate \} from/.test(codeOf(path.join('app', file))))).toEqual([]);
  });
});
