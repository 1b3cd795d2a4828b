import { z } from 'zod';
import { routeOfDocument } from '#app/queries/route/preview.ts';
import { screenLoader } from '#app/server/screen/screen.ts';

const text = z.string().default('');

/** Requests of scripts: the route for a new document of a type and a functional area in `route`; null without one. */
export const loader = screenLoader({
  access: 'document.create',
  search: z.object({ type: text, area: text }),
  async load({ ask, search: { type, area: functionalArea } }) {
    const route = await ask(routeOfDocument, { type, functionalArea });
    return Response.json({ route }, { headers: { 'Cache-Control': 'private, no-store' } });
  },
});
