import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { controlledCopy, type StoredFile } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { commit, personalCommand } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';
import { fileRequest, findFile } from '#app/documents/queries/file.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/**
 * Records that this person takes this file, as stored or as a controlled copy. The signing gate rests on it (rules.md
 * section 4), so the caller verifies the bytes before and sends them after. Refuses with `conflict` if the file or the
 * version's status is no longer what the caller `verified`.
 */
export const openFile = personalCommand({
  name: 'reading.open',
  input: fileRequest.extend({
    copy: controlledCopy.nullable().default(null),
    verified: z.object({ sha256: z.string(), status: z.string().nullable() }).optional(),
  }),
  permission: 'signed-in',
  async run({ copy, verified, ...request }, context): Promise<Result<StoredFile>> {
    const { ports, org, viewer } = context;
    const found = await ports.database.read(org, (db) => findFile(db, request, viewer));
    if (!found.ok) return found;
    const { file, standing } = found.value;
    if ((standing === null) !== (copy === null)) return refuse('conflict');
    const now = { sha256: file.sha256, status: standing?.status ?? null };
    if (verified && (verified.sha256 !== now.sha256 || verified.status !== now.status)) return refuse('conflict');
    const { document, version, kind, purpose } = request;
    const user = { uid: viewer.uid, name: fullName(viewer) };
    const event: E = {
      type: 'DocumentFileDownloaded',
      data: { document, version, kind, purpose, sha256: file.sha256, user, ...(copy && { copy }) },
    };
    return commit(context, async () => {
      const reading = await loadStream(context, streams.reading(document, viewer.uid));
      return ok({ writes: [{ ...reading, events: [event] }], answer: file });
    });
  },
});
