import { z } from 'zod';
import { nameProblem } from '#events/document/name.ts';
import { normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { screenLoader } from '#app/server/screen/screen.ts';
import { nameInUse } from '#app/queries/document/name.ts';

/**
 * For browsers with script: what is wrong with the title in `name` as the form would say it, null where nothing is; only the viewer's own
 * organisation is looked at. The document with the uid in `document` may keep its own.
 */
export const loader = screenLoader('document.create', async (page) => {
  const { searchParams } = page.url;
  const name = normaliseLine((searchParams.get('name') ?? '').slice(0, 500));
  const document = z.uuid().safeParse(searchParams.get('document')).data ?? null;
  const problem =
    nameProblem(name) ?? ((await page.ask(nameInUse, { name, document })) ? texts.documentNameInUse : null);
  return Response.json({ problem }, { headers: { 'Cache-Control': 'private, no-store' } });
});
