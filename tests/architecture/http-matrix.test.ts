import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RouteConfigEntry } from '@remix-run/route-config';
import routeConfig from '#app/routes.ts';
import { kinds, type Kind } from '#tests/http/matrix.ts';
import { rows } from '#tests/http/rows.ts';

const pagesOf = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => (entry.children ? pagesOf(entry.children) : [entry]));
const routes = pagesOf(routeConfig);
const pathOf = (route: { path?: string | undefined }) => route.path ?? '/';
const source = (file: string) => readFileSync(new URL(`../../app/${file}`, import.meta.url), 'utf8');

describe('every route is in the HTTP matrix', () => {
  it('has a row, and no row is of a route that is gone', () => {
    expect(rows.map(({ route }) => route).toSorted()).toEqual(routes.map(pathOf).toSorted());
  });

  it.each(rows.map((row) => [row.route, row] as const))(
    '%s: tries each kind, or says why not',
    (_, { cases, without }) => {
      const tried = new Set<Kind>(cases.map(({ kind }) => kind));
      const excused = Object.keys(without ?? {});
      expect(kinds.filter((kind) => !tried.has(kind) && !excused.includes(kind))).toEqual([]);
    },
  );

  it.each(routes.map((route) => [pathOf(route), route.file] as const))(
    '%s: a route with a form has it posted',
    (path, file) => {
      const row = rows.find(({ route }) => route === path);
      const posts = row?.cases.some(({ method }) => method === 'POST') ?? false;
      expect(posts).toBe(/export const action\b|\bas action\b/.test(source(file)));
    },
  );
});
