import type { Actor } from '#events/actor.ts';
import type { Recorded } from '#events/catalogue.ts';
import type {
  Description,
  DescriptionContext,
  EventContext,
  EventDescription,
} from '#app/wording/event-description.ts';
import { documentDescriptions } from '#app/wording/describe-document-event.ts';
import { evidenceDescriptions } from '#app/wording/describe-evidence-event.ts';
import { peopleDescriptions } from '#app/wording/describe-people-event.ts';
import { trainingDescriptions } from '#app/wording/describe-training-event.ts';

const descriptions = {
  ...peopleDescriptions,
  ...documentDescriptions,
  ...trainingDescriptions,
  ...evidenceDescriptions,
};

/** Describes an event in words, for the audit trail's page, PDF and CSV. */
export function describeEvent(event: Recorded, context: DescriptionContext): EventDescription {
  const describe = descriptions[event.type] as (data: unknown, context: EventContext) => Description;
  const actor = nameOf(event.actor);
  const inSession = event.actor.kind === 'user' && event.actor.session !== null;
  return {
    subject: actor,
    note: null,
    changes: [],
    people: [],
    signature: null,
    reason: null,
    status: null,
    hidden: false,
    ...describe(event.data, { ...context, actor, inSession }),
  };
}

/** The actor's name as the event recorded it. */
export function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
    case 'system':
      return actor.name;
    case 'visitor':
      return 'A visitor';
  }
}
