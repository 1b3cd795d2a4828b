import { z } from 'zod';
import { decideInTurn } from '#events/decider.ts';
import type { Ruling } from '#events/document/decide/guards.ts';
import { changeDepartments, changeEffectiveDate } from '#events/document/decide/publish.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import type { DocumentState } from '#events/document/state.ts';
import type { Result } from '#events/failures.ts';
import { commit, personalCommand, type Intent, type SignedInContext } from '#app/kit/command/command.ts';
import { chooseDepartments } from '#app/organisation/commands/choose-departments.ts';
import { intendDocument } from '#app/documents/commands/change-document.ts';
import { assignedIn, checkPreview, previewTokenInput } from '#app/documents/commands/preview-token.ts';
import { otherVersions, publishedVersion } from '#app/documents/commands/publish.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { trainingOfDocument } from '#app/organisation/commands/coverage.ts';
import { missingReason } from '#app/kit/command/reason.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

const change = z.object({
  document: sentUid(),
  departments: z.array(sentUid()).optional(),
  /** An `Instant`. */
  effectiveAt: z.string().nullish(),
  ...previewTokenInput,
  ...expectedVersionInput,
});

/** `previews`: nothing is recorded, so that no reason is missing. */
type Rescheduling = z.output<typeof change> & { reason?: string | null; previews?: boolean };

interface Rescheduled {
  document: string;
  changed: boolean;
  /** How many people are newly assigned training. */
  assigned: number;
}

/** What the change would record at this moment; nothing is written. */
export async function intendReschedule(
  { document, departments: chosen, effectiveAt, reason = null, expectedVersion, previews }: Rescheduling,
  context: SignedInContext,
): Promise<Result<Intent<Rescheduled>>> {
  return intendDocument<Rescheduled>(context, { document, expectedVersion }, async (state, asked) => {
    const decisions: ((version: DocumentState) => Ruling)[] = [];
    if (chosen) {
      const departments = await chooseDepartments(context, chosen);
      if (!departments.ok) return departments;
      const changing = { ...asked, reason, departments: departments.value };
      decisions.push((version) => changeDepartments(changing, version));
    }
    if (effectiveAt !== undefined) {
      const zone = context.viewer.settings.timeZone;
      decisions.push((version) => changeEffectiveDate({ ...asked, reason, effectiveAt, zone }, version));
    }
    const decision = decideInTurn(documentEvolution, decisions, state);
    if (!decision.ok) return decision;
    const { events } = decision;
    const { publication } = state.current;
    const unreasoned = previews || events.length === 0 ? null : missingReason(context.viewer, reason);
    if (unreasoned) return unreasoned;
    if (!publication || events.length === 0) return { decision, answer: { document, changed: false, assigned: 0 } };
    const changed = events.find((event) => event.type === 'DocumentDepartmentsChanged');
    const moved = events.find((event) => event.type === 'EffectiveDateChanged');
    const training = await trainingOfDocument(context, {
      document: { uid: document, name: state.name },
      version: publishedVersion(state, {
        departments: changed?.data.departments ?? publication.departments,
        effectiveAt: moved?.data.new ?? publication.effectiveAt,
        trainingWaived: publication.trainingWaived,
        carriesOver: publication.carriesOver,
      }),
      keep: otherVersions(state),
      assign: changed ? 'departments_changed' : null,
      cancel: changed ? 'department_removed' : null,
      moveDue: moved !== undefined,
    });
    const assigned = assignedIn(training.writes).length;
    return { decision, parts: [training], answer: { document, changed: true, assigned } };
  });
}

/**
 * Changes a published version's departments, or a scheduled one's date. In the same append new members are assigned
 * training, records of people no longer covered are cancelled, and due dates follow the date.
 */
export const rescheduleDocument = personalCommand({
  name: 'document.reschedule',
  input: change,
  permission: 'document.change_departments',
  reason: 'depends',
  run: (input, context) => commit(context, async () => checkPreview(input, await intendReschedule(input, context))),
});
