import { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { requestEvolution } from '#events/request/request.ts';
import * as rules from '#events/request/request.ts';
import { streams } from '#events/streams.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import { requestForm } from '#app/documents/forms/change-request.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { findFile } from '#app/documents/queries/file.ts';

/** Claims the uploaded attachment for the request; null where there is none. */
async function claimAttachment(
  { ports, org, viewer }: SignedInContext,
  request: string,
  objectKey: string,
): Promise<Result<StoredFile | null>> {
  if (objectKey === '') return ok(null);
  const uploaded = await ports.uploads.complete(org, viewer.uid, objectKey);
  if (!uploaded.ok) return uploaded;
  const kind = uploaded.value.file.mediaType === 'application/pdf' ? 'final' : 'working';
  return ports.uploads.claim({ org, objectKey, document: request, user: viewer.uid, kind });
}

/** A reader asks for a change of a version that they may read. Its owner decides. */
export const requestChange = personalCommand({
  name: 'change_request.request',
  input: requestForm.and(z.object({ document: sentUid(), version: z.string() })),
  permission: 'change.request',
  async run({ document, version, request: reserved, attachment: key, ...asked }, context) {
    const { ports, org, viewer } = context;
    const wanted = { document, version, kind: 'final', purpose: 'manage' } as const;
    const found = await ports.database.read(org, (db) => findFile(db, wanted, viewer));
    if (!found.ok) return found;
    const request = reserved ?? ports.newId();
    const claimed = await claimAttachment(context, request, key);
    if (!claimed.ok) return { ok: false, failure: { ...claimed.failure, fields: { attachment: attachmentWords } } };
    return change(
      context,
      { stream: streams.request(request), evolution: requestEvolution },
      async (state, { principal }) => {
        const { stream, version: read, state: now } = await loadDocument(context, document);
        if (now.kind !== 'document') return refuse('not_found');
        const decision = rules.requestChange(
          { principal, document: now, request, version, attachment: claimed.value, ...asked },
          state,
        );
        return { decision, parts: [{ expect: [{ stream, version: read }] }], answer: { request, document } };
      },
    );
  },
});

const attachmentWords = ['The file has not arrived. Choose it again.'];
