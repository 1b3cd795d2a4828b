import { useEffect, useRef, useState } from 'react';
import { addresses } from '#app/addresses.ts';
import type { RoutePreview } from '#app/queries/route/preview.ts';

type Route = RoutePreview | null;

/** The route that a form shows, which follows what is chosen in it. `given`: that of the last answer. */
export function useRoute(given: Route): {
  route: Route;
  findRoute: (...of: Parameters<typeof addresses.findRoute>) => void;
} {
  const [found, setFound] = useState<{ after: Route; route: Route } | null>(null);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const findRoute = (...of: Parameters<typeof addresses.findRoute>) => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    // Where the request fails the server still finds the route when the form arrives.
    void fetch(addresses.findRoute(...of), { signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ route: Route }>) : null))
      .then((answer) => answer && !signal.aborted && setFound({ after: given, route: answer.route }))
      .catch(() => undefined);
  };
  return { route: found?.after === given ? found.route : given, findRoute };
}
