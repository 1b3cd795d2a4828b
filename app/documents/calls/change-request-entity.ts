import { z } from 'zod';
import { limits } from '#events/limits.ts';
import { urgencies } from '#events/request/kinds.ts';
import { filename, fullName, reasonText, sha256, versionNumber } from '#app/kit/call/fields.ts';
import { moment, toMoment, toMomentOrNull } from '#app/kit/call/moment.ts';
import type { RequestLine } from '#app/documents/queries/change-requests/requests.ts';
import type { CommentLine } from '#app/documents/queries/comments.ts';

const page = z
  .int()
  .min(1)
  .meta({ examples: [4] });
const quotedWords = z.string().meta({ maxLength: limits.quotedWords, examples: ['within 2 days'] });

/** In a body or a query: the command looks the version up. */
export const versionText = z.string().meta({ maxLength: 6, examples: ['2.0'] });

export const changeRequest = z
  .object({
    uid: z.uuid(),
    docId: z.uuid().describe("The document's uid."),
    version: versionNumber.describe('The version that it is about.'),
    page: page.nullable(),
    words: quotedWords.nullable().describe('Words of the document, as quoted.'),
    text: reasonText,
    attachment: z
      .object({ name: filename, size: z.int().min(1).describe('Bytes.'), sha256 })
      .nullable()
      .describe('Downloaded from the page of the request.'),
    urgency: z.enum(urgencies),
    author: z.object({ uid: z.uuid(), name: fullName }),
    requestedDate: moment,
    status: z.enum(['OPEN', 'ACCEPTED', 'DECLINED', 'CARRIED_OUT']),
    decidedDate: moment.nullable(),
    decidedBy: fullName.nullable(),
    reason: reasonText.nullable().describe('Why it was declined, or what was said with the acceptance.'),
    carriedOutVersion: versionNumber.nullable().describe('The version in force that carried it out.'),
    carriedOutDate: moment.nullable(),
  })
  .meta({ id: 'ChangeRequest' });

export const toChangeRequest = (row: RequestLine): z.input<typeof changeRequest> => ({
  uid: row.uid,
  docId: row.document,
  version: row.version,
  page: row.page,
  words: row.words,
  text: row.text,
  attachment: row.attachment && {
    name: row.attachment.name,
    size: row.attachment.size,
    sha256: row.attachment.sha256,
  },
  urgency: row.urgency,
  author: { uid: row.authorUid, name: row.author },
  requestedDate: toMoment(row.requestedAt),
  status: row.status,
  decidedDate: toMomentOrNull(row.decidedAt),
  decidedBy: row.decidedBy,
  reason: row.reason,
  carriedOutVersion: row.carriedOutVersion,
  carriedOutDate: toMomentOrNull(row.carriedOutAt),
});

/** In a body: the command checks the values. */
export const changeRequestBody = z.object({
  version: versionText.describe('A version that you may read.'),
  text: reasonText.meta({ examples: ['The pump needs 20 minutes.'] }).describe('What should change.'),
  page: z.int().nullish(),
  words: quotedWords.nullish().describe('Words of the document, as quoted.'),
  urgency: z.enum(urgencies).optional(),
});

const thousandths = z.int().min(0).max(1000);
const area = z
  .object({ x: thousandths, y: thousandths, width: thousandths, height: thousandths })
  .describe('A rectangle on the page, in thousandths of its width and height from the upper left corner.');

export const comment = z
  .object({
    uid: z.uuid(),
    docId: z.uuid().describe("The document's uid."),
    version: versionNumber,
    page,
    area: area.nullable(),
    words: quotedWords.nullable(),
    text: reasonText,
    mustFix: z.boolean().describe('The version is not to be approved as it is.'),
    author: fullName,
    date: moment,
    answers: z.array(z.object({ uid: z.uuid(), author: fullName, text: reasonText, date: moment })),
    resolvedDate: moment.nullable(),
    resolvedBy: fullName.nullable(),
    how: reasonText.nullable(),
  })
  .meta({ id: 'Comment' });

export const toComment = (row: CommentLine): z.input<typeof comment> => ({
  uid: row.uid,
  docId: row.document,
  version: row.version,
  page: row.page,
  area: row.area,
  words: row.words,
  text: row.text,
  mustFix: row.mustFix,
  author: row.author,
  date: toMoment(row.at),
  answers: row.answers.map(({ at, ...answer }) => ({ ...answer, date: toMoment(at) })),
  resolvedDate: toMomentOrNull(row.resolvedAt),
  resolvedBy: row.resolvedBy,
  how: row.how,
});

export const commentBody = z.object({
  version: versionText.describe('The version in review.'),
  page: z.int(),
  area: area.nullish(),
  words: quotedWords.nullish(),
  text: reasonText.meta({ examples: ['Should this be 50 g?'] }),
  mustFix: z.boolean().optional(),
});
