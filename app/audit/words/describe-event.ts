import type { Actor } from '#events/actor.ts';
import type { Recorded } from '#events/catalogue.ts';
import type {
  Description,
  DescriptionContext,
  EventContext,
  EventDescription,
} from '#app/kit/words/event-description.ts';
import { commentDescriptions } from '#app/documents/words/describe-comment-event.ts';
import { dutyDescriptions } from '#app/people/words/describe-duty-event.ts';
import { documentDescriptions } from '#app/documents/words/describe-document-event.ts';
import { importedDocumentDescriptions } from '#app/documents/words/describe-imported-document.ts';
import { importDescriptions } from '#app/library-import/words/describe-import-event.ts';
import { evidenceDescriptions } from '#app/audit/words/describe-evidence-event.ts';
import { peopleDescriptions } from '#app/people/words/describe-people-event.ts';
import { showDate, showSeconds } from '#app/ui/text/date.ts';
import { requestDescriptions } from '#app/documents/words/describe-request-event.ts';
import { routeDescriptions } from '#app/approval-routes/words/describe-route-event.ts';
import { trainingDescriptions } from '#app/training/words/describe-training-event.ts';
import { webhookDescriptions } from '#app/integrations/words/describe-webhook-event.ts';

const descriptions = {
  ...peopleDescriptions,
  ...dutyDescriptions,
  ...documentDescriptions,
  ...commentDescriptions,
  ...trainingDescriptions,
  ...evidenceDescriptions,
  ...webhookDescriptions,
  ...routeDescriptions,
  ...requestDescriptions,
  ...importDescriptions,
  ...importedDocumentDescriptions,
};

/** Describes an event in words, for the audit trail's page, PDF and CSV. */
export function describeEvent(event: Recorded, context: DescriptionContext): EventDescription {
  const describe = descriptions[event.type] as (data: unknown, context: EventContext) => Description;
  const actor = nameOf(event.actor);
  const inSession = event.actor.kind === 'user' && event.actor.session !== null;
  const description = describe(event.data, { ...context, actor, inSession });
  return {
    subject: actor,
    changes: [],
    people: [],
    signature: null,
    reason: null,
    status: null,
    hidden: false,
    ...description,
    note: noteOf(description.note, event),
  };
}

/**
 * Adds that the time is simulated, or what the clock read where an event was recorded under the time of an earlier one.
 */
function noteOf(note: string | null | undefined, { recordedAt, recordedAtClock: clock }: Recorded): string | null {
  if (clock === undefined) return note ?? null;
  if (clock > recordedAt) return [...(note ? [note] : []), 'Simulated time.'].join(' ');
  return [...(note ? [note] : []), `The clock read ${showDate(clock, 'UTC')} ${showSeconds(clock)} UTC.`].join(' ');
}

/** The actor's name as the event recorded it. */
export function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
    case 'service_account':
    case 'system':
      return actor.name;
    case 'visitor':
      return 'A visitor';
  }
}
