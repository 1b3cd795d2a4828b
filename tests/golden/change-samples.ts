import type { EventData } from '#events/catalogue.ts';
import type { commentEvents } from '#events/document/comment-events.ts';
import type { requestEvents } from '#events/request/events.ts';
import type { Named } from '#events/common.ts';
import type { StoredFile } from '#events/document/events.ts';

const uid = (number: number): string => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The samples of change requests, and of comments to a version in review. */
export function changeSamples({ author, owner, attachment }: { author: Named; owner: Named; attachment: StoredFile }) {
  const of = { document: uid(10), version: '2.1' };
  const request = { request: uid(97), ...of };
  const comment = { ...of, comment: uid(98) };
  const samples: { [T in keyof typeof requestEvents | keyof typeof commentEvents]: EventData<T> } = {
    ChangeRequested: {
      ...request,
      name: 'Batch Record Review',
      page: 4,
      words: 'within 2 days',
      text: 'Two days are too few at the end of a month.',
      attachment,
      urgency: 'urgent',
      author,
    },
    ChangeRequestAccepted: { ...request, author, reason: null },
    ChangeRequestDeclined: { ...request, author, reason: 'The contract with the laboratory says two days.' },
    ChangeRequestCarriedOut: { ...request, version: '3.0', author },
    CommentMade: {
      ...comment,
      page: 4,
      area: { x: 120, y: 300, width: 500, height: 45 },
      words: 'FRM-QA-003',
      text: 'Step 6.3 refers to a retired form.',
      mustFix: true,
      author,
    },
    CommentAnswered: { ...comment, answer: uid(99), page: 4, text: 'The new form has the same ID.', author: owner, to: author },
    CommentResolved: { ...comment, page: 4, mustFix: true, how: 'The form was checked.', by: owner },
  };
  return samples;
}
