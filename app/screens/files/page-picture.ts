import type { LoaderFunctionArgs } from '@remix-run/node';
import { screenLoader } from '#app/server/screen/screen.ts';
import { z } from 'zod';
import { fileRequest, getFile } from '#app/queries/document/file.ts';
import { ask } from '#app/queries/query.ts';

const pageNumber = z.coerce.number().int().min(1).max(100_000);

/** What stands in for a page that cannot be drawn. */
const blank = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842"><rect width="595" height="842" fill="#fff"/>
<text x="297" y="120" text-anchor="middle" font-family="sans-serif" font-size="14" fill="#586266">There is no picture of this page.</text></svg>`;

/** A picture of one page of a PDF (`?page=`, else the first), for whoever may have the file. Looking at it is not opening the file: it unlocks no signature. */
export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('signed-in', async (page) => {
    const headers = { 'Cache-Control': 'private, no-store' };
    const request = fileRequest.safeParse({ ...page.params, document: page.params.uid });
    const found = request.success ? await ask(getFile, request.data, page) : null;
    if (!found?.ok || found.value.file.mediaType !== 'application/pdf')
      return new Response(null, { status: 404, headers });
    const asked = pageNumber.safeParse(page.url.searchParams.get('page') ?? '1');
    if (!asked.success) return new Response(null, { status: 404, headers });
    const picture = await page.ports.pdfs.picture(page.viewer.org, found.value.file, asked.data);
    return picture
      ? new Response(new Uint8Array(picture), { headers: { ...headers, 'Content-Type': 'image/png' } })
      : new Response(blank, { headers: { ...headers, 'Content-Type': 'image/svg+xml' } });
  })(args);
