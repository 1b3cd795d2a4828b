import { useEffect, useRef, useState } from 'react';
import { addresses } from '#app/addresses.ts';
import type { RoutePreview } from '#app/queries/route/preview.ts';

type Route = RoutePreview | null;

/** The route that the form shows, which follows the choice of type and area. `given`: that of the last answer. */
export function useRoute(given: Route): { route: Route; findRoute: (type: string, area: string) => void } {
  const [found, setFound] = useState<{ after: Route; route: Route } | null>(null);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const findRoute = (type: string, area: string) => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    // Where the request fails the server still finds the route when the form arrives.
    void fetch(addresses.findRoute(type, area), { signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ route: Route }>) : null))
      .then((answer) => answer && !signal.aborted && setFound({ after: given, route: answer.route }))
      .catch(() => undefined);
  };
  return { route: found?.after === given ? found.route : given, findRoute };
}
