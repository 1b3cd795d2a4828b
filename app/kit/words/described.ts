import type { Actor } from '#events/actor.ts';
import type { Recorded } from '#events/catalogue.ts';
import type {
  Description,
  DescriptionContext,
  EventContext,
  EventDescription,
} from '#app/kit/words/event-description.ts';
import { showDate, showSeconds } from '#app/ui/text/date.ts';

/** Describes an event by the words of its type. */
export function describeBy(words: unknown, event: Recorded, context: DescriptionContext): EventDescription {
  const describe = words as (data: unknown, context: EventContext) => Description;
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
