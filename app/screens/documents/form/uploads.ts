import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import { fileKind } from '#events/document/events.ts';
import { problemResponse } from '#app/server/errors/problem-json.ts';
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

/** An address of the product's own as this page reaches it: it may be open at another name of the same server, such as 127.0.0.1. */
const here = (presigned: string, { publicUrl }: Site): string =>
  presigned.startsWith(`${publicUrl}/`) ? presigned.slice(publicUrl.length) : presigned;

/** For browsers with script: allots a presigned address for one file, and afterwards checks what arrived there. */
export const action = screenAction({
  access: 'document.create',
  async act(page) {
    const { viewer, ports, context } = page;
    const asked = request.safeParse(Object.fromEntries(await page.request.formData()));
    const receive = (sent: z.output<typeof request>) =>
      sent.act === 'begin'
        ? ports.uploads.locate({
            ...sent,
            org: viewer.org,
            document: null,
            owner: viewer.uid,
            maxBytes: uploadLimit(page),
          })
        : ports.uploads.complete(viewer.org, viewer.uid, sent.objectKey);
    const result = asked.success ? await receive(asked.data) : refuse('malformed');
    if (!result.ok) return problemResponse(result.failure, context.requestId);
    const { value } = result;
    return Response.json('presigned' in value ? { ...value, presigned: here(value.presigned, ports.config) } : value);
  },
});
