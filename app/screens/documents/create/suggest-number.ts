import { screenLoader } from '#app/server/screen/screen.ts';
import { nextDocNum } from '#app/queries/document/next-number.ts';

/** For browsers with script: the doc ID to propose for the type and functional area in the address, in `docNum`; null where there is none. */
export const loader = screenLoader('document.create', async (page) => {
  const { searchParams } = page.url;
  const type = (searchParams.get('type') ?? '').slice(0, 40);
  const functionalArea = (searchParams.get('area') ?? '').slice(0, 40);
  const docNum = await page.ask(nextDocNum, { type, functionalArea });
  return Response.json({ docNum }, { headers: { 'Cache-Control': 'private, no-store' } });
});
