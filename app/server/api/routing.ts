import type { Endpoint, Method } from '#app/kit/call/endpoint.ts';

interface Place {
  segments: readonly string[];
  endpoints: ReadonlyMap<Method, Endpoint>;
}

/** The endpoints of an address by method, and the path's parameters as text. */
export interface Found {
  endpoints: ReadonlyMap<Method, Endpoint>;
  params: Record<string, string>;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
const splitPath = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1);

/** Finds endpoints by address. A fixed segment precedes a parameter: `/users/report` is no uid. */
export function createRouting(endpoints: readonly Endpoint[]): (path: string) => Found | null {
  const byPath = new Map<string, Map<Method, Endpoint>>();
  for (const endpoint of endpoints) {
    const methods = byPath.get(endpoint.path) ?? new Map<Method, Endpoint>();
    if (methods.has(endpoint.method)) throw new Error(`${endpoint.method} ${endpoint.path} is declared twice`);
    byPath.set(endpoint.path, methods.set(endpoint.method, endpoint));
  }
  const rank = (path: string): string =>
    splitPath(path)
      .map((segment) => (isParameter(segment) ? 'b' : 'a'))
      .join('');
  const places: Place[] = [...byPath]
    .toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
    .map(([path, methods]) => ({ segments: splitPath(path), endpoints: methods }));

  return (path) => {
    const asked = splitPath(path);
    for (const place of places) {
      const params = match(place.segments, asked);
      if (params) return { endpoints: place.endpoints, params };
    }
    return null;
  };
}

function match(template: readonly string[], asked: readonly string[]): Record<string, string> | null {
  if (template.length !== asked.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of template.entries()) {
    const given = asked[index] ?? '';
    if (!isParameter(segment)) {
      if (segment !== given) return null;
      continue;
    }
    try {
      params[segment.slice(1, -1)] = decodeURIComponent(given);
    } catch {
      return null;
    }
  }
  return params;
}
