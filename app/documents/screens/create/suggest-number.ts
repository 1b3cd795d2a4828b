import { z } from 'zod';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { nextDocNum } from '#app/documents/queries/next-number.ts';

const start = z
  .string()
  .default('')
  .transform((text) => text.slice(0, 40));

/** Requests of scripts: the next doc ID for a type and a functional area in `docNum`; null where there is none. */
export const loader = screenLoader({
  access: 'document.create',
  search: z.object({ type: start, area: start }),
  async load({ ask, search: { type, area: functionalArea } }) {
    const docNum = await ask(nextDocNum, { type, functionalArea });
    return Response.json({ docNum }, { headers: { 'Cache-Control': 'private, no-store' } });
  },
});
