import { z } from 'zod';
import * as rules from '#events/document/decide/comment.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { commentForm } from '#app/documents/forms/change-request.ts';
import { requiredReason } from '#app/kit/forms/reason.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { readAbsentOnes } from '#app/approval-routes/queries/absent-ones.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { refuse } from '#events/failures.ts';

/** The uids of the people whom the person stands in for today. */
const deputyOf = async (context: SignedInContext): Promise<string[]> => {
  const { ports, org, viewer } = context;
  const absent = await ports.database.read(org, (db) => readAbsentOnes(db, viewer.uid, todayOf(context)));
  return [...absent.keys()];
};

/** Comments on a page of the version in review, as one of its approvers, its owner or an admin. */
export const makeComment = personalCommand({
  name: 'comment.make',
  input: commentForm.and(z.object({ document: sentUid(), version: z.string() })),
  permission: 'approval.sign',
  async run({ document, page, ...said }, context) {
    const absent = await deputyOf(context);
    const comment = context.ports.newId();
    return changeDocument(context, { document }, (state, asked) => ({
      decision: rules.makeComment({ ...asked, deputyOf: absent, comment, page: page ?? 1, ...said }, state),
      answer: { document, comment },
    }));
  },
});

/** The document of a comment. */
async function documentOf({ ports, org }: SignedInContext, comment: string): Promise<string | null> {
  const row = await ports.database.read(org, (db) =>
    db.selectFrom('read.review_comment').select('document_uid').where('uid', '=', comment).executeTakeFirst(),
  );
  return row?.document_uid ?? null;
}

export const answerComment = personalCommand({
  name: 'comment.answer',
  input: z.object({ comment: sentUid(), text: requiredReason }),
  permission: 'approval.sign',
  async run({ comment, text }, context) {
    const document = await documentOf(context, comment);
    if (document === null) return refuse('not_found');
    const absent = await deputyOf(context);
    const answer = context.ports.newId();
    return changeDocument(context, { document }, (state, asked) => ({
      decision: rules.answerComment({ ...asked, deputyOf: absent, comment, answer, text }, state),
      answer: { document, comment },
    }));
  },
});

/** Resolves a comment, and says how. */
export const resolveComment = personalCommand({
  name: 'comment.resolve',
  input: z.object({ comment: sentUid(), how: requiredReason }),
  permission: 'approval.sign',
  async run({ comment, how }, context) {
    const document = await documentOf(context, comment);
    if (document === null) return refuse('not_found');
    const absent = await deputyOf(context);
    return changeDocument(context, { document }, (state, asked) => ({
      decision: rules.resolveComment({ ...asked, deputyOf: absent, comment, how }, state),
      answer: { document, comment },
    }));
  },
});
