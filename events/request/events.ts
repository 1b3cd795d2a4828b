import { z } from 'zod';
import { named, uid } from '#events/common.ts';
import { storedFile } from '#events/document/events.ts';
import { event, documents, never } from '#events/event.ts';
import { urgencies } from '#events/request/kinds.ts';

const request = { request: uid, document: uid, version: z.string() };

/** Stream `request-<uid>`: a reader asks for a change of a document. `version`: the one that it is about. */
export const requestEvents = {
  ChangeRequested: event('change.request', documents, {
    ...request,
    /** The document's name at that time. */
    name: z.string(),
    /** Null where it is about the whole document. */
    page: z.number().int().positive().nullable(),
    /** Words of the document, as quoted. */
    words: z.string().nullable(),
    text: z.string(),
    attachment: storedFile.nullable(),
    urgency: z.enum(urgencies),
    author: named,
  }),
  ChangeRequestAccepted: event(null, documents, { ...request, author: named, reason: z.string().nullable() }),
  ChangeRequestDeclined: event(null, documents, { ...request, author: named, reason: z.string() }),
  /** `version`: the one that carries it out, which has become effective. */
  ChangeRequestCarriedOut: event(null, never, { ...request, author: named }),
} as const;
