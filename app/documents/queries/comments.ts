import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { PageArea } from '#events/document/comment-events.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { readAbsentOnes } from '#app/approval-routes/queries/absent-ones.ts';
import { groupBy } from '#app/kit/query/group-by.ts';
import { query } from '#app/kit/query/query.ts';
import { todayOf } from '#app/kit/query/today.ts';

export interface AnswerLine {
  uid: string;
  author: string;
  text: string;
  at: Instant;
}

/** A comment to a version, with its answers. */
export interface CommentLine {
  uid: string;
  document: string;
  version: string;
  page: number;
  area: PageArea | null;
  words: string | null;
  text: string;
  mustFix: boolean;
  author: string;
  at: Instant;
  resolvedAt: Instant | null;
  resolvedBy: string | null;
  how: string | null;
  answers: AnswerLine[];
}

const selectComments = (db: Kysely<Database>) =>
  db
    .selectFrom('read.review_comment as c')
    .select(['c.uid', 'c.document_uid as document', 'c.version', 'c.page', 'c.area', 'c.words', 'c.text'])
    .select(['c.must_fix as mustFix', 'c.author_name as author', 'c.made_at as at'])
    .select(['c.resolved_at as resolvedAt', 'c.resolved_by_name as resolvedBy', 'c.how']);

async function withAnswers(db: Kysely<Database>, rows: Omit<CommentLine, 'answers'>[]): Promise<CommentLine[]> {
  if (rows.length === 0) return [];
  const answers = await db
    .selectFrom('read.comment_answer')
    .select(['uid', 'comment_uid', 'author_name as author', 'text', 'answered_at as at'])
    .where(
      'comment_uid',
      'in',
      rows.map(({ uid }) => uid),
    )
    .orderBy('answered_at')
    .orderBy('uid')
    .execute();
  const of = groupBy(answers, ({ comment_uid }) => comment_uid);
  return rows.map((row) => ({
    ...row,
    answers: (of.get(row.uid) ?? []).map(({ uid, author, text, at }) => ({ uid, author, text, at })),
  }));
}

/**
 * The comments to a version, by page, and whether the viewer may comment on it now. While it is in review, `carried`
 * has what must be fixed and was said to an earlier version.
 */
export const commentsOfVersion = query({
  name: 'comment.of_version',
  input: z.object({ document: sentUid(), version: z.string() }),
  permission: 'document.view_working',
  async run({ document, version }, context) {
    const { db, viewer } = context;
    const row = await db
      .selectFrom('read.document')
      .select(['status', 'version', 'owner_uid'])
      .where('uid', '=', document)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    const rows = await selectComments(db)
      .where('c.document_uid', '=', document)
      .where('c.version', '=', version)
      .orderBy('c.page')
      .orderBy('c.made_at')
      .orderBy('c.uid')
      .execute();
    const inReview = row.status === 'IN_REVIEW' && row.version === version;
    const earlier = inReview
      ? await selectComments(db)
          .where('c.document_uid', '=', document)
          .where('c.version', '<>', version)
          .where('c.must_fix', '=', true)
          .where('c.resolved_at', 'is', null)
          .orderBy('c.made_at')
          .orderBy('c.uid')
          .execute()
      : [];
    const manages = roleMay(viewer.role, 'document.manage_any') || row.owner_uid === viewer.uid;
    const takesPart =
      manages || (await isAsked(db, { document, version, users: [viewer.uid, ...(await absentOnes(context))] }));
    return ok({
      comments: await withAnswers(db, rows),
      carried: await withAnswers(db, earlier),
      mayComment: inReview && takesPart,
    });
  },
});

const absentOnes = async (
  context: Parameters<typeof todayOf>[0] & { db: Kysely<Database>; viewer: { uid: string } },
) => [...(await readAbsentOnes(context.db, context.viewer.uid, todayOf(context))).keys()];

/** Whether one of these people is an approver of the version. */
async function isAsked(
  db: Kysely<Database>,
  { document, version, users }: { document: string; version: string; users: string[] },
): Promise<boolean> {
  const row = await db
    .selectFrom('read.approval')
    .select('uid')
    .where('document_uid', '=', document)
    .where('version', '=', version)
    .where('user_uid', 'in', users)
    .where('status', '<>', 'CANCELLED')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * One comment with its answers, and the version in whose review it is answered and resolved: what must be fixed stays
 * with the document.
 */
export const getComment = query({
  name: 'comment.get',
  input: z.object({ comment: sentUid() }),
  permission: 'document.view_working',
  async run({ comment }, { db }) {
    const rows = await selectComments(db).where('c.uid', '=', comment).execute();
    const [found] = await withAnswers(db, rows);
    if (!found) return refuse('not_found');
    const { version } = await db
      .selectFrom('read.document')
      .select('version')
      .where('uid', '=', found.document)
      .executeTakeFirstOrThrow();
    return ok({ ...found, reviewed: found.mustFix && !found.resolvedAt ? version : found.version });
  },
});
