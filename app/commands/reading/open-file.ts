import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import type { StoredFile } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { loadStream } from '#app/commands/load.ts';
import { findFile, type FoundFile } from '#app/queries/document/file.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { fullName } from '#app/queries/viewer.ts';

export const fileRequest = z.object({
  document: z.uuid(),
  version: z.string().regex(/^\d{1,3}\.\d{1,2}$/),
  kind: z.enum(['working', 'final', 'signed']),
  purpose: z.enum(['approval', 'training', 'effective', 'manage']).default('manage'),
});

/**
 * Records that this person takes this exact file, and answers which one it is. The signing gate rests on what is recorded here
 * (rules.md section 4), so the caller has verified the stored bytes before and sends them after.
 */
export const openFile = personalCommand({
  name: 'reading.open',
  input: fileRequest,
  permission: 'signed-in',
  async run(values, context): Promise<Result<StoredFile>> {
    const { ports, org, viewer } = context;
    const found = await ports.database.read(org, (db) => findFile(db, values, viewer.uid));
    const allowed = allowedFile(found, values.kind, viewer);
    if (!allowed.ok) return allowed;
    const file = allowed.value;
    const event: E = {
      type: 'DocumentFileDownloaded',
      data: {
        document: values.document,
        version: values.version,
        kind: values.kind,
        purpose: values.purpose,
        sha256: file.sha256,
        user: { uid: viewer.uid, name: fullName(viewer) },
      },
    };
    return commit(
      context,
      async () => {
        const { stream, version } = await loadStream(context, streams.reading(values.document, viewer.uid));
        return ok({ writes: [{ stream, version, events: [event] }], answer: file });
      },
      { tries: 10 },
    );
  },
});

/**
 * Who may have which file: working files and versions that are not in force are for authors and admins; the version in force for
 * everybody; a scheduled one also for those who are assigned to train on it. What one may not see is not there.
 */
export function allowedFile(
  found: FoundFile | null,
  kind: z.output<typeof fileRequest>['kind'],
  viewer: Viewer,
): Result<StoredFile> {
  if (!found) return refuse('not_found');
  const insider = roleMay(viewer.role, 'document.view_working') || (found.approver && kind !== 'working');
  const reader = kind !== 'working' && (found.inForce || found.trainee);
  if (!insider && !reader) return refuse('not_found');
  const file = found.files[kind];
  return file ? ok(file) : refuse('file_missing');
}
