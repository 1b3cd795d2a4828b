import { z } from 'zod';
import { nameProblem } from '#events/document/name.ts';
import { normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { nameInUse } from '#app/documents/queries/name.ts';

/**
 * Requests of scripts: the error of the title in `name`, null where it is valid and free in the organisation.
 * `document`: the uid of the document that may keep its title.
 */
export const loader = screenLoader({
  access: 'document.create',
  search: z.object({
    name: z
      .string()
      .default('')
      .transform((name) => normaliseLine(name.slice(0, 500))),
    document: z.uuid().nullable().catch(null),
  }),
  async load(page) {
    const { name, document } = page.search;
    const problem =
      nameProblem(name) ?? ((await page.ask(nameInUse, { name, document })) ? texts.documentNameInUse : null);
    return Response.json({ problem }, { headers: { 'Cache-Control': 'private, no-store' } });
  },
});
