import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { chooseDepartments } from '#app/organisation/commands/choose-departments.ts';
import { keepPrepared, preparedFor, usePrepared } from '#app/documents/commands/prepared.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { runWithReason } from '#app/kit/command/reason.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import { changedSince, expectedVersionInput } from '#app/kit/command/expected-version.ts';
import type { PreparedChange } from '#app/kit/saved-forms/tables.ts';
import type { Document } from '#events/document/state.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

type Answer = Promise<Result<{ document: string }>>;

/** Saves the departments (uids) and the date with which an approved document is to be published. */
export async function preparePublication(
  context: SignedInContext,
  document: Document,
  { departments, effectiveAt }: Pick<PreparedChange, 'departments' | 'effectiveAt'>,
): Answer {
  if (departments?.length === 0)
    return refuse('document_departments_missing', { fields: { departments: [texts.required] } });
  if (effectiveAt !== undefined && effectiveAt <= context.now && !document.current.externallyEffective)
    return refuse('effective_date_not_future', { fields: { effectiveAt: [texts.futureDate] } });
  const chosen = await chooseDepartments(context, departments ?? []);
  if (!chosen.ok) return chosen;
  await keepPrepared(context, document, (earlier) => ({
    ...earlier,
    departments: departments ?? earlier.departments,
    effectiveAt: effectiveAt ?? earlier.effectiveAt,
  }));
  return ok({ document: document.uid });
}

/**
 * Sets a document's departments: at once if it is scheduled or in force; if approved, with the date that publishes it.
 */
export const assignDepartments = personalCommand({
  name: 'document.assign_departments',
  input: z.object({ document: sentUid(), departments: z.array(sentUid()), ...expectedVersionInput }),
  permission: 'document.change_departments',
  reason: 'depends',
  async run({ document, departments, reason, expectedVersion }, context): Answer {
    const loaded = await loadDocument(context, document);
    const { state } = loaded;
    if (state.kind !== 'document') return refuse('not_found');
    if (state.status !== 'APPROVED')
      return runWithReason(rescheduleDocument, { document, departments, expectedVersion }, reason, context);
    return changedSince(loaded, expectedVersion, context) ?? preparePublication(context, state, { departments });
  },
});

/**
 * Sets a document's effective date: publishes an approved one for its prepared departments, with or without training,
 * or moves a scheduled one.
 */
export const giveEffectiveDate = personalCommand({
  name: 'document.give_effective_date',
  input: z.object({
    document: sentUid(),
    /** ISO 8601 in UTC. */
    effectiveAt: z.string(),
    waiveTraining: z.boolean().default(false),
    ...expectedVersionInput,
  }),
  permission: 'document.publish',
  refusedAs: 'publish_requires_admin',
  reason: 'depends',
  async run({ document, effectiveAt, waiveTraining, reason, expectedVersion }, context): Answer {
    const { state } = await loadDocument(context, document);
    if (state.kind !== 'document') return refuse('not_found');
    if (state.status === 'PENDING') {
      if (waiveTraining && !state.current.publication?.trainingWaived)
        return refuse('document_not_in_status', {
          detail: 'Training is waived when a document is published, not later.',
        });
      return runWithReason(rescheduleDocument, { document, effectiveAt, expectedVersion }, reason, context);
    }
    const { departments = [] } = await preparedFor(context, state);
    const published = await publishDocument.run(
      { document, departments, effectiveAt, waiveTraining, expectedVersion },
      context,
    );
    if (published.ok) await usePrepared(context, state);
    return published;
  },
});
