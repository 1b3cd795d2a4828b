import { z } from 'zod';
import { uid } from '#events/common.ts';
import { changeKinds, trainingImpacts, type ChangeKind } from '#events/document/change-kinds.ts';

/** What asked for a version: a change request, the periodic review of a version, or a reference outside the system. */
export const changeOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), request: uid }),
  z.object({ kind: z.literal('review'), version: z.string() }),
  z.object({ kind: z.literal('external'), reference: z.string() }),
]);
export type ChangeOrigin = z.infer<typeof changeOrigin>;

/** One line of the summary: where, and what is different there. `place` is empty for the whole document. */
export const changeLine = z.object({ place: z.string(), what: z.string() });
export type ChangeLine = z.infer<typeof changeLine>;

/** What a version changes and why. A version of which nobody said so has none. */
export const versionChange = z.object({
  kind: z.enum(changeKinds),
  reason: z.string().nullable(),
  summary: z.array(changeLine),
  origin: z.array(changeOrigin),
  trainingImpact: z.enum(trainingImpacts),
  /** Why that training is enough; required where it is none. */
  trainingReason: z.string().nullable(),
});
export type VersionChange = z.infer<typeof versionChange>;

/** The same as the author of a draft has written it so far. */
export const draftChange = versionChange.extend({ kind: z.enum(changeKinds).nullable() });
export type DraftChange = z.infer<typeof draftChange>;

/**
 * The kind of change by which a version takes its route. Only a first version is new; a later one of which nobody says
 * its kind counts as major. `before`: the number of the version that it follows, null for the first.
 */
export function kindForRoute(kind: ChangeKind | null, before: string | null): ChangeKind {
  if (before === null) return 'new';
  return kind === null || kind === 'new' ? 'major' : kind;
}
