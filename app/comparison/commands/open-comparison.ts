import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { commit, personalCommand } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { versionInAddress } from '#app/documents/forms/version-in-address.ts';
import { mayOpenComparison } from '#app/comparison/queries/recorded-comparison.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** Records that this person takes a comparison as a PDF. It is no reading of the document: it unlocks no signature. */
export const openComparison = personalCommand({
  name: 'reading.open-comparison',
  input: z.object({
    document: sentUid(),
    from: versionInAddress,
    to: versionInAddress,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  permission: 'signed-in',
  async run(input, context): Promise<Result<null>> {
    const { ports, org, viewer } = context;
    if (!(await ports.database.read(org, (db) => mayOpenComparison(db, input, viewer)))) return refuse('not_found');
    const { document, to, sha256 } = input;
    const user = { uid: viewer.uid, name: fullName(viewer) };
    const event: E = {
      type: 'DocumentFileDownloaded',
      data: { document, version: to, kind: 'comparison', purpose: 'manage', sha256, user },
    };
    return commit(context, async () => {
      const reading = await loadStream(context, streams.reading(document, viewer.uid));
      return ok({ writes: [{ ...reading, events: [event] }], answer: null });
    });
  },
});
