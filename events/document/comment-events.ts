import { z } from 'zod';
import { named, uid } from '#events/common.ts';
import { event, documents, never } from '#events/event.ts';

const comment = { document: uid, version: z.string(), comment: uid };

/** A rectangle on a page, in thousandths of its width and height from the upper left corner. */
const thousandth = z.number().int().min(0).max(1000);
const pageArea = z.object({ x: thousandth, y: thousandth, width: thousandth, height: thousandth });
export type PageArea = z.infer<typeof pageArea>;

/** Of stream `document-<uid>`: what approvers and owner say to a version in review. A comment begins a thread. */
export const commentEvents = {
  CommentMade: event('approval.sign', documents, {
    ...comment,
    page: z.number().int().positive(),
    area: pageArea.nullable(),
    /** Words of the page, as quoted. */
    words: z.string().nullable(),
    text: z.string(),
    mustFix: z.boolean(),
    author: named,
  }),
  /** `author` of the answer; `to`: who made the comment. */
  CommentAnswered: event('approval.sign', documents, {
    ...comment,
    answer: uid,
    page: z.number().int(),
    text: z.string(),
    author: named,
    to: named,
  }),
  /** `how`, in the words of the one who resolved it. */
  CommentResolved: event('approval.sign', never, {
    ...comment,
    page: z.number().int(),
    mustFix: z.boolean(),
    how: z.string(),
    by: named,
  }),
} as const;
