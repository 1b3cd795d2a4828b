import type { requestEvents } from '#events/request/events.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { changed } from '#app/kit/words/phrases.ts';
import { placeInWords, urgencyWords } from '#app/documents/words/change-requests.ts';

/** The events of change requests, in words. */
export const requestDescriptions: Descriptions<keyof typeof requestEvents> = {
  ChangeRequested: (data) => ({
    sentence: `requested a change of version ${data.version}`,
    note: placeInWords(data),
    changes: [
      changed('Urgency', null, urgencyWords[data.urgency]),
      ...(data.attachment
        ? [
            changed('Attachment', null, data.attachment.name),
            changed('Attachment, SHA-256', null, data.attachment.sha256),
          ]
        : []),
    ],
    reason: data.text,
  }),
  ChangeRequestAccepted: ({ author, reason }) => ({
    sentence: `accepted the change request of ${author.name}`,
    reason,
  }),
  ChangeRequestDeclined: ({ author, reason }) => ({
    sentence: `declined the change request of ${author.name}`,
    reason,
  }),
  ChangeRequestCarriedOut: ({ author, version }) => ({
    sentence: `carried out the change request of ${author.name} with version ${version}`,
  }),
};
