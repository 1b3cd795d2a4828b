import { z } from 'zod';
import type { Ruling } from '#events/document/decide/guards.ts';
import { publish } from '#events/document/decide/publish.ts';
import type { Document, Publication } from '#events/document/state.ts';
import type { Result } from '#events/failures.ts';
import type { Named } from '#events/common.ts';
import { trainingRate, type PublishedVersion } from '#events/training/record.ts';
import { commit, personalCommand, type Intent, type SignedInContext } from '#app/kit/command/command.ts';
import { carryOutRequests } from '#app/documents/commands/change-requests/carry-out-requests.ts';
import { chooseDepartments } from '#app/organisation/commands/choose-departments.ts';
import { intendDocument } from '#app/documents/commands/change-document.ts';
import { assignedIn, carriedIn, checkPreview, previewTokenInput } from '#app/documents/commands/preview-token.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { hasMembers } from '#app/organisation/queries/coverage.ts';
import { needsReason } from '#app/kit/command/reason.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { trainingOfDocument } from '#app/organisation/commands/coverage.ts';

const uids = (departments: readonly Named[]): string[] => departments.map(({ uid }) => uid);

/** The current version as training sees it, as the command changes it. */
export function publishedVersion(
  document: Document,
  as: Pick<Publication, 'departments' | 'effectiveAt' | 'trainingWaived' | 'carriesOver'>,
): PublishedVersion {
  return {
    document: { uid: document.uid, name: document.name },
    version: document.current.version,
    departments: uids(as.departments),
    effectiveAt: as.effectiveAt,
    trainingWaived: as.trainingWaived && !as.carriesOver,
    carriesOver: as.carriesOver,
    trainingInterval: document.trainingInterval,
  };
}

/** Every version except the current one: their training stays. */
export const otherVersions = (document: Document): string[] => document.earlier.map(({ version }) => version);

const publication = z.object({
  document: sentUid(),
  departments: z.array(sentUid()),
  /** An `Instant`. */
  effectiveAt: z.string().nullable(),
  waiveTraining: z.boolean().default(false),
  ...previewTokenInput,
  ...expectedVersionInput,
});

const publishedIn = (decision: Ruling) =>
  decision.ok ? decision.events.find((event) => event.type === 'DocumentPublished') : undefined;

/** How many these writes assign, and how many they record as trained. */
const countsIn = (writes: Intent<unknown>['writes']): { open: number; completed: number } => ({
  open: assignedIn(writes).length,
  completed: carriedIn(writes).length,
});

/** `previews`: nothing is recorded, so that no reason is missing. */
type Publishing = z.output<typeof publication> & { reason?: string | null; previews?: boolean };

/** What final approval would record at this moment; nothing is written. */
export async function intendPublication(
  { document, departments: chosen, effectiveAt, waiveTraining, expectedVersion, reason = null, previews }: Publishing,
  context: SignedInContext,
): Promise<Result<Intent<{ document: string; assigned: number }>>> {
  return intendDocument(context, { document, expectedVersion }, async (state, asked) => {
    const zone = context.viewer.settings.timeZone;
    const departments = await chooseDepartments(context, chosen);
    if (!departments.ok) return departments;
    const hasTrainees = await context.ports.database.read(context.org, (db) => hasMembers(db, uids(departments.value)));
    const reasonRequired = !previews && needsReason('offered', context.viewer);
    const given = { departments: departments.value, effectiveAt, waiveTraining, reason };
    const command = { ...asked, zone, ...given, reasonRequired, hasTrainees };
    const first = publish(command, state);
    const published = publishedIn(first);
    if (!published) return { decision: first, answer: { document, assigned: 0 } };
    // Only a first version becomes effective at once, so it supersedes nothing.
    const training = await trainingOfDocument(context, {
      document: { uid: document, name: state.name },
      version: publishedVersion(state, published.data),
      keep: otherVersions(state),
      assign: 'published',
      cancel: null,
    });
    const decision = published.data.carriesOver
      ? publish({ ...command, carriedRate: trainingRate(countsIn(training.writes)) }, state)
      : first;
    const events = decision.ok ? decision.events : [];
    const carried = events.some(({ type }) => type === 'DocumentBecameEffective')
      ? [await carryOutRequests(context, state, state.current.version)]
      : [];
    return {
      decision,
      parts: [training, ...carried],
      answer: { document, assigned: assignedIn(training.writes).length },
    };
  });
}

/**
 * Final approval: sets departments and effective date and assigns training in the same append, unless waived. An
 * externally effective document becomes effective at once if its date is not in the future.
 */
export const publishDocument = personalCommand({
  name: 'document.publish',
  input: publication,
  permission: 'document.publish',
  refusedAs: 'publish_requires_admin',
  // Where departments differ from before, or training that the author asked for is forgone.
  reason: 'depends',
  run: (input, context) => commit(context, async () => checkPreview(input, await intendPublication(input, context))),
});
