import { z } from 'zod';
import { changeKinds } from '#events/document/change-kinds.ts';
import { routeOfDocument, routeOfNext } from '#app/approval-routes/queries/preview.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';

const text = z.string().default('');

/**
 * Requests of scripts: in `route` that of a new document of a type and a functional area, or of the next version of a
 * document by its kind of change; null without one.
 */
export const loader = screenLoader({
  access: 'document.create',
  search: z.object({
    type: text,
    area: text,
    document: z.uuid().optional(),
    kind: z.enum(changeKinds).nullable().default(null).catch(null),
  }),
  async load({ ask, search: { type, area: functionalArea, document, kind } }) {
    const route =
      document === undefined
        ? await ask(routeOfDocument, { type, functionalArea })
        : await ask(routeOfNext, { document, kind });
    return Response.json({ route }, { headers: { 'Cache-Control': 'private, no-store' } });
  },
});
