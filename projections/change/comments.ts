import type { Projection } from '../projection.ts';

/** What approvers and owner said to versions in review. */
export const reviewComments: Projection = {
  name: 'review-comments',
  tables: ['review_comment', 'comment_answer'],
  handles: {
    CommentMade: ({ data, recordedAt }, to) => {
      const { comment, document, mustFix, author, ...rest } = data;
      to.put('review_comment', {
        uid: comment,
        document_uid: document,
        ...rest,
        must_fix: mustFix,
        author_uid: author.uid,
        author_name: author.name,
        made_at: recordedAt,
      });
    },
    CommentAnswered: ({ data: { answer, comment, text, author }, recordedAt }, to) =>
      to.put('comment_answer', {
        uid: answer,
        comment_uid: comment,
        text,
        author_uid: author.uid,
        author_name: author.name,
        answered_at: recordedAt,
      }),
    CommentResolved: ({ data: { comment: uid, by, how }, recordedAt }, to) =>
      to.patch('review_comment', { uid }, { resolved_at: recordedAt, resolved_by_name: by.name, how }),
  },
};
