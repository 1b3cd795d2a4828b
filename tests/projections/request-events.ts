import { randomUUID } from 'node:crypto';
import type { E } from '#events/catalogue.ts';

export const requestUid = randomUUID();

const author = { uid: randomUUID(), name: 'Élodie "N."' };
const of = { request: requestUid, document: randomUUID(), version: '1.0', author };

/** A change is requested, accepted and carried out, with what COPY and JSON must escape. */
export const requestEvents: E[] = [
  {
    type: 'ChangeRequested',
    data: {
      ...of,
      name: 'Procedure',
      page: 3,
      words: 'within\t2 days',
      text: 'Two days\nare too "few"\\n',
      attachment: {
        objectKey: 'files/1',
        name: 'Größe "1".pdf',
        mediaType: 'application/pdf',
        size: 1000,
        sha256: 'a'.repeat(64),
        pages: 1,
      },
      urgency: 'urgent',
    },
  },
  { type: 'ChangeRequestAccepted', data: { ...of, reason: null } },
  { type: 'ChangeRequestCarriedOut', data: { ...of, version: '2.0' } },
];

const comment = { document: randomUUID(), version: '1.0', comment: randomUUID(), page: 2 };
export const commentedUid = comment.document;

/** A comment is made, answered and resolved. */
export const commentEvents: E[] = [
  {
    type: 'CommentMade',
    data: { ...comment, area: null, words: 'form\t"003"', text: 'Wrong\nform\\n', mustFix: true, author },
  },
  {
    type: 'CommentAnswered',
    data: { ...comment, answer: randomUUID(), text: 'Which\t"form"?', author, to: author },
  },
  { type: 'CommentResolved', data: { ...comment, mustFix: true, how: 'Asked\nagain', by: author } },
];
