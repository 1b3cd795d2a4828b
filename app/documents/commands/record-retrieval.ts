import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { commit, personalCommand } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { originalPdf } from '#app/documents/queries/original.ts';
import { ask } from '#app/kit/query/query.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/**
 * Records that a client of the API takes the original of a version, once a day (UTC) for each caller and version. It is
 * no reading. Refuses with `conflict` if the file is no longer the one that the caller verified.
 */
export const recordRetrieval = personalCommand({
  name: 'reading.retrieve_original',
  input: z.object({ document: sentUid(), version: z.string(), sha256: z.string() }),
  permission: 'document.view_effective',
  async run({ document, version, sha256 }, context): Promise<Result<null>> {
    const { viewer, now } = context;
    const found = await ask(originalPdf, { document, version }, context);
    if (!found.ok) return found;
    if (found.value.file.sha256 !== sha256) return refuse('conflict');
    const { uid, name } = viewer.serviceAccount ?? { uid: viewer.uid, name: fullName(viewer) };
    const by = { uid, name };
    const event: E = { type: 'OriginalRetrieved', data: { document, version, sha256, by } };
    return commit(context, async () => {
      const retrievals = await loadStream(context, streams.retrieval(document, by.uid));
      const today = now.slice(0, 10);
      const isRecorded = retrievals.events.some(
        ({ type, data, recordedAt }) =>
          type === 'OriginalRetrieved' &&
          data.version === version &&
          data.sha256 === sha256 &&
          recordedAt.startsWith(today),
      );
      return ok({ writes: [{ ...retrievals, events: isRecorded ? [] : [event] }], answer: null });
    });
  },
});
