import type { evidenceEvents } from '#events/evidence/events.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { inDigits, lasting } from '#app/ui/text/count.ts';

/** The events of evidence packs, in words. */
export const evidenceDescriptions: Descriptions<keyof typeof evidenceEvents> = {
  EvidenceExported: ({ kind, document, person, period, size, events }) => {
    const about = {
      document: `the document ${document?.name ?? ''}`,
      person: person?.name ?? '',
      'training-record': `the training record of ${person?.name ?? ''} on ${document?.name ?? ''}`,
      organisation: `the organisation from ${period?.from ?? ''} to ${period?.to ?? ''}`,
    }[kind];
    return {
      sentence: `exported the evidence pack of ${about}`,
      note: `${lasting(events, 'event')}, at the checkpoint of ${inDigits(size)}.`,
    };
  },
};
