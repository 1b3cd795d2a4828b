import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import { fileKind } from '#events/document/events.ts';
import { problemResponse } from '#app/kit/errors/problem-json.ts';
import { screenAction } from '#app/kit/screen/screen.ts';
import type { Site } from '#app/kit/cookies/site-cookie.ts';
import { uploadLimit } from '#app/documents/queries/upload-place.ts';

const begin = z.object({
  act: z.literal('begin'),
  kind: fileKind,
  filename: z.string().min(1).max(1000),
  size: z.coerce.number().int().nonnegative(),
});
const complete = z.object({ act: z.literal('complete'), objectKey: z.string().min(1).max(2000) });
const request = z.discriminatedUnion('act', [begin, complete]);

/** Makes a URL of the product relative, since the page may be open under another host name, such as 127.0.0.1. */
const toRelative = (presigned: string, { publicUrl }: Site): string =>
  presigned.startsWith(`${publicUrl}/`) ? presigned.slice(publicUrl.length) : presigned;

/** Requests of scripts: returns a presigned address for a file (`begin`), and checks the uploaded file (`complete`). */
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
    return Response.json(
      'presigned' in value ? { ...value, presigned: toRelative(value.presigned, ports.config) } : value,
    );
  },
});
