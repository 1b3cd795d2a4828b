import { z } from 'zod';
import { answerComment, makeComment, resolveComment } from '#app/documents/commands/comment.ts';
import { comment, commentBody, toComment, versionText } from '#app/documents/calls/change-request-entity.ts';
import { reasonText } from '#app/kit/call/fields.ts';
import { partOf } from '#app/kit/call/paging.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { commentsOfVersion, getComment } from '#app/documents/queries/comments.ts';
import { askFor, reads, runs, type Call } from '#app/kit/call/endpoint.ts';

const tag = 'Change requests and comments';

const commentAnswer = async (uid: string, call: Pick<Call, 'ports' | 'viewer' | 'now'>) => ({
  data: toComment(await askFor(call, getComment, { comment: uid })),
});

export const getComments = reads({
  method: 'GET',
  path: '/api/docs/{uid}/comments',
  operation: 'listComments',
  tag,
  summary: 'The comments to a version, by page',
  description:
    'Of a version in review also what must be fixed and was said to an earlier version, first: until it is ' +
    'resolved it belongs to every later review.',
  params: byUid,
  query: z.object({ version: versionText }),
  list: true,
  data: z.array(comment),
  asks: commentsOfVersion,
  input: ({ params, query }) => ({ document: params.uid, version: query.version }),
  answer: ({ comments, carried }, { page }) => {
    const { data, next } = partOf([...carried, ...comments], page, ({ uid }) => uid);
    return { data: data.map(toComment), next };
  },
});

export const postComment = runs({
  method: 'POST',
  path: '/api/docs/{uid}/comments',
  operation: 'makeComment',
  tag,
  summary: 'Comment on a page of the version in review',
  description: 'For the approvers of the version, the owner of the document and admins.',
  params: byUid,
  body: commentBody,
  data: comment,
  status: 201,
  refusals: ['not_allowed', 'review_ended'],
  command: makeComment,
  input: ({ params, body }) => ({ ...body, document: params.uid }),
  answer: async ({ comment: uid }, call) => ({
    ...(await commentAnswer(uid, call)),
    uid,
    location: `/api/comments/${uid}`,
  }),
});

export const getOneComment = reads({
  method: 'GET',
  path: '/api/comments/{uid}',
  operation: 'getComment',
  tag,
  summary: 'A comment with its answers',
  params: byUid,
  data: comment,
  asks: getComment,
  input: ({ params }) => ({ comment: params.uid }),
  answer: (row) => ({ data: toComment(row) }),
});

const onThread = { params: byUid, tag, data: comment } as const;

export const postAnswer = runs({
  ...onThread,
  method: 'POST',
  path: '/api/comments/{uid}/answers',
  operation: 'answerComment',
  summary: 'Answer a comment',
  body: z.object({ text: reasonText.meta({ examples: ['It should; the table is right.'] }) }),
  refusals: ['not_allowed', 'review_ended', 'comment_resolved'],
  command: answerComment,
  input: ({ params, body }) => ({ comment: params.uid, text: body.text }),
  answer: ({ comment: uid }, call) => commentAnswer(uid, call),
});

export const putResolved = runs({
  ...onThread,
  method: 'PUT',
  path: '/api/comments/{uid}/resolve',
  operation: 'resolveComment',
  summary: 'Resolve a comment, and say how',
  body: z.object({ how: reasonText.meta({ examples: ['Section 4.2 now says 50 g.'] }) }),
  refusals: ['not_allowed', 'review_ended', 'comment_resolved'],
  command: resolveComment,
  input: ({ params, body }) => ({ comment: params.uid, how: body.how }),
  answer: ({ comment: uid }, call) => commentAnswer(uid, call),
});
