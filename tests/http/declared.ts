import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '#app/routes.ts';
import { codeOf } from '#tests/architecture/source.ts';
import type { Case } from './matrix.ts';

const pagesOf = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => (entry.children ? pagesOf(entry.children) : [entry]));

/** Each route's file in app/, by its path. */
export const files = new Map(pagesOf(routes).map(({ path, file }) => [path ?? '/', file]));

/** What a route says of who may open it and with which address, in its own words; empty where it says nothing. */
export function declaredBy(route: string): string {
  const code = codeOf(`app/${files.get(route)}`);
  const said = [...code.matchAll(/\baccess: '[\w.-]+'|\b\w+(?:Loader|Download|Form|Code)\b(?= (?:as|[,}])|\(|;)/g)];
  return [...new Set(said.map(([words]) => words))].toSorted().join(', ');
}

/**
 * The kind of a request whose answer a route's declaration alone decides, with what is declared; null for others.
 * tests/kit/screen.test.ts tries what may be declared.
 */
export function declaredKind([route, { kind, method, status, type }]: readonly [string, Case]): string | null {
  const isDeclared = kind === 'anonymous' || kind === 'malformed uid' || (kind === 'wrong role' && status === 403);
  return isDeclared ? [kind, method, status, type, declaredBy(route)].join(' ') : null;
}
