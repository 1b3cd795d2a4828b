import { z } from 'zod';
import { fileKind } from '#events/document/events.ts';
import { problemOf, type ShownProblem } from '#app/server/errors/problem.ts';
import { screenAction } from '#app/server/screen/screen.ts';
import type { Site } from '#app/server/cookies/site-cookie.ts';
import { uploadLimit } from '#app/queries/document/upload-place.ts';

const begin = z.object({
  act: z.literal('begin'),
  kind: fileKind,
  filename: z.string().min(1).max(1000),
  size: z.coerce.number().int().nonnegative(),
});
const complete = z.object({ act: z.literal('complete'), objectKey: z.string().min(1).max(2000) });
const request = z.discriminatedUnion('act', [begin, complete]);

const words = ({ detail, title }: ShownProblem): string => detail ?? title;

/** An address of the product's own as this page reaches it: it may be open at another name of the same server, such as 127.0.0.1. */
const here = (presigned: string, { publicUrl }: Site): string =>
  presigned.startsWith(`${publicUrl}/`) ? presigned.slice(publicUrl.length) : presigned;

/**
 * For browsers with script: allots a presigned address for one file, and afterwards checks what arrived there. A refusal answers its
 * sentence in `message`.
 */
export const action = screenAction('document.create', async (page) => {
  const { viewer, ports } = page;
  const asked = request.safeParse(Object.fromEntries(await page.request.formData()));
  if (!asked.success) {
    const problem = problemOf({ code: 'malformed' });
    return Response.json({ message: words(problem) }, { status: problem.status });
  }
  const result =
    asked.data.act === 'begin'
      ? await ports.uploads.locate({
          ...asked.data,
          org: viewer.org,
          document: null,
          owner: viewer.uid,
          maxBytes: uploadLimit(page),
        })
      : await ports.uploads.complete(viewer.org, viewer.uid, asked.data.objectKey);
  if (result.ok) {
    const { value } = result;
    return Response.json('presigned' in value ? { ...value, presigned: here(value.presigned, ports.config) } : value);
  }
  const problem = problemOf(result.failure);
  return Response.json({ message: words(problem) }, { status: problem.status });
});
