import { z } from 'zod';
import { flag, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { fileRequest, getFile } from '#app/documents/queries/file.ts';
import { ask } from '#app/kit/query/query.ts';

/** The picture for a page that cannot be drawn. */
const blank = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842">
<rect width="595" height="842" fill="#fff"/>
<text x="297" y="120" text-anchor="middle" font-family="sans-serif" font-size="14" fill="#586266">
There is no picture of this page.
</text></svg>`;

const headers = { 'Cache-Control': 'private, no-store' };
const draw = (body: BodyInit, type: string) => new Response(body, { headers: { ...headers, 'Content-Type': type } });

/** A picture of a page of a PDF (`?page=`, else the first). Seeing it does not unlock a signature. */
export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams.extend(fileRequest.pick({ version: true, kind: true }).shape),
  search: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1), small: flag }),
  async load(page) {
    const { uid: document, version, kind } = page.params;
    const found = await ask(getFile, { document, version, kind }, page);
    if (!found.ok || found.value.file.mediaType !== 'application/pdf')
      return new Response(null, { status: 404, headers });
    const as = page.search.small ? 'thumbnail' : 'picture';
    const picture = await page.ports.pdfs.picture(page.viewer.org, found.value.file, page.search.page, as);
    return picture ? draw(new Uint8Array(picture), 'image/png') : draw(blank, 'image/svg+xml');
  },
});
