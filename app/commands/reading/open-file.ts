import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import type { StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { loadStream } from '#app/commands/load.ts';
import { fileRequest, findFile } from '#app/queries/document/file.ts';
import { fullName } from '#app/queries/viewer.ts';

/**
 * Records that this person takes this exact file, and answers which one it is. The signing gate rests on what is recorded here
 * (rules.md section 4), so the caller has verified the stored bytes before and sends them after.
 */
export const openFile = personalCommand({
  name: 'reading.open',
  input: fileRequest.extend({ purpose: z.enum(['approval', 'training', 'effective', 'manage']).catch('manage') }),
  permission: 'signed-in',
  async run({ document, version, kind, purpose }, context): Promise<Result<StoredFile>> {
    const { ports, org, viewer } = context;
    const found = await ports.database.read(org, (db) => findFile(db, { document, version, kind }, viewer));
    if (!found.ok) return found;
    const { file } = found.value;
    const user = { uid: viewer.uid, name: fullName(viewer) };
    const event: E = {
      type: 'DocumentFileDownloaded',
      data: { document, version, kind, purpose, sha256: file.sha256, user },
    };
    return commit(
      context,
      async () => {
        const reading = await loadStream(context, streams.reading(document, viewer.uid));
        return ok({ writes: [{ ...reading, events: [event] }], answer: file });
      },
      { tries: 10 },
    );
  },
});
