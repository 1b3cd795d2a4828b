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
