import type { BothFiles } from '#events/document/events.ts';
import type { VersionFiles } from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';

/** Both files of a version that goes to its approvers. Refuses where the working file or the final PDF is missing. */
export function bothFiles({ working, final }: VersionFiles): Result<BothFiles> {
  if (working && final) return ok({ working, final });
  const missing = [working ? [] : 'a working file', final ? [] : 'a final PDF'].flat().join(' and ');
  const fields: Record<string, string[]> = {};
  if (!working) fields.working = [texts.required];
  if (!final) fields.final = [texts.required];
  return refuse('document_files_missing', { detail: `This version needs ${missing}.`, fields });
}
