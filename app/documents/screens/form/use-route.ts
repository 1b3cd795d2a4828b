import { useEffect, useRef, useState } from 'react';
import { heldIn, type Held } from '#app/documents/forms/copy-approvers.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { RoutePreview } from '#app/approval-routes/queries/preview.ts';

type Route = RoutePreview | null;
interface Found {
  route: Route;
  /** What the form held when the route was found. */
  held: Held | null;
}

/**
 * The route that a form shows, which follows what is chosen in it. `given`: that of the last answer; `form`: the id of
 * the form.
 */
export function useRoute(
  given: Route,
  form: string,
): {
  found: Found;
  findRoute: (...of: Parameters<typeof addresses.findRoute>) => void;
} {
  const [found, setFound] = useState<(Found & { after: Route }) | null>(null);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const findRoute = (...of: Parameters<typeof addresses.findRoute>) => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    // Where the request fails the server still finds the route when the form arrives.
    void fetch(addresses.findRoute(...of), { signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ route: Route }>) : null))
      .then((answer) => {
        const element = document.getElementById(form);
        if (!answer || signal.aborted || !(element instanceof HTMLFormElement)) return;
        setFound({ after: given, route: answer.route, held: heldIn(new FormData(element)) });
      })
      .catch(() => undefined);
  };
  return { found: found?.after === given ? found : { route: given, held: null }, findRoute };
}
