import { isStanding } from '#events/document/approval.ts';
import type { AnswerComment, CommentCommand, MakeComment, ResolveComment } from '#events/document/comment-commands.ts';
import { isManagedBy, record, type Refusal, ruleOn } from '#events/document/decide/guards.ts';
import { placeProblems } from '#events/document/place.ts';
import {
  versionOf,
  versionsOf,
  type Document,
  type DocumentVersion,
  type ReviewComment,
} from '#events/document/state.ts';
import { statusInWords } from '#events/document/status.ts';
import { refuse } from '#events/failures.ts';
import { may, writerOf } from '#events/permissions.ts';
import { reasonProblem } from '#events/reason.ts';

/** Refuses everybody but the version's approvers, their deputies, its owner and admins. */
function notTaking({ principal, deputyOf = [] }: CommentCommand, document: Document, version: DocumentVersion) {
  if (isManagedBy(document, principal)) return null;
  const asked = version.approvals.filter(isStanding).map(({ user }) => user);
  const takes =
    principal.kind === 'user' &&
    may(principal, 'approval.sign') &&
    asked.some((user) => user === principal.uid || deputyOf.includes(user));
  return takes
    ? null
    : refuse('not_allowed', {
        detail:
          `Only its owner ${document.owner.name} and the approvers of version ${version.version} can comment on ` +
          'it.',
      });
}

/** A comment that must be fixed belongs to every later review too, until it is resolved. */
const reviewOf = (document: Document, version: DocumentVersion, { mustFix, resolvedBy }: ReviewComment) =>
  mustFix && !resolvedBy ? document.current : version;

/** Comments belong to a review: what was approved, rejected or replaced has its record. */
function reviewEnded(document: Document, version: DocumentVersion): Refusal | null {
  if (version === document.current && document.status === 'IN_REVIEW') return null;
  const now =
    version === document.current
      ? `It is ${statusInWords(document.status)}.`
      : `Version ${document.current.version} has followed it.`;
  return refuse('review_ended', {
    detail:
      `Version ${version.version} is not in review. ${now} Comments are made, answered and resolved in review ` +
      'only.',
  });
}

const person = ({ principal }: CommentCommand) => (principal.kind === 'user' ? writerOf(principal) : null);

export const makeComment = ruleOn((command: MakeComment, document) => {
  const version = versionOf(document, command.version);
  if (!version) return refuse('not_found', { detail: `This document has no version ${command.version}.` });
  const refusal = notTaking(command, document, version) ?? reviewEnded(document, version);
  const author = person(command);
  if (refusal || !author) return refusal ?? refuse('not_allowed');
  const fields = placeProblems(command, version.files.final?.pages ?? null);
  const problem = reasonProblem(command.text);
  if (problem) fields.text = [problem];
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  const { comment, page, area, mustFix } = command;
  return record({
    type: 'CommentMade',
    data: {
      document: document.uid,
      version: version.version,
      comment,
      page,
      area,
      words: command.words?.trim() || null,
      text: command.text.trim(),
      mustFix,
      author,
    },
  });
});

type Found = { ok: true; version: DocumentVersion; comment: ReviewComment };

function find(command: AnswerComment | ResolveComment, document: Document): Found | Refusal {
  for (const version of versionsOf(document)) {
    const comment = version.comments.find(({ uid }) => uid === command.comment);
    if (!comment) continue;
    const reviewed = reviewOf(document, version, comment);
    return notTaking(command, document, reviewed) ?? reviewEnded(document, reviewed) ?? { ok: true, version, comment };
  }
  return refuse('not_found', { detail: 'There is no such comment.' });
}

const resolved = ({ resolvedBy }: ReviewComment): Refusal =>
  refuse('comment_resolved', { detail: `${resolvedBy?.name} has resolved this comment already.` });

export const answerComment = ruleOn((command: AnswerComment, document) => {
  const found = find(command, document);
  const author = person(command);
  if (!found.ok || !author) return found.ok ? refuse('not_allowed') : found;
  const { version, comment } = found;
  if (comment.resolvedBy) return resolved(comment);
  const problem = reasonProblem(command.text);
  if (problem) return refuse('invalid_input', { fields: { text: [problem] } });
  const { uid, page, author: to } = comment;
  const of = { document: document.uid, version: version.version, comment: uid, page };
  return record({
    type: 'CommentAnswered',
    data: { ...of, answer: command.answer, text: command.text.trim(), author, to },
  });
});

/** Anybody who takes part resolves a comment, and says how. The same person twice is recorded once. */
export const resolveComment = ruleOn((command: ResolveComment, document) => {
  const found = find(command, document);
  const by = person(command);
  if (!found.ok || !by) return found.ok ? refuse('not_allowed') : found;
  const { version, comment } = found;
  if (comment.resolvedBy) return comment.resolvedBy.uid === by.uid ? record() : resolved(comment);
  const problem = reasonProblem(command.how);
  if (problem) return refuse('invalid_input', { fields: { how: [problem] } });
  const { uid, page, mustFix } = comment;
  return record({
    type: 'CommentResolved',
    data: {
      document: document.uid,
      version: version.version,
      comment: uid,
      page,
      mustFix,
      how: command.how.trim(),
      by,
    },
  });
});

/**
 * Where the organisation's setting says so (`blocks`), nobody approves over what must be fixed, in whichever version it
 * was said.
 */
export function commentOpen(document: Document, blocks: boolean): Refusal | null {
  const version = document.current;
  const open = versionsOf(document).flatMap(({ version: of, comments }) =>
    comments.flatMap((one) => (one.mustFix && !one.resolvedBy ? [{ ...one, of }] : [])),
  );
  if (!blocks || open.length === 0) return null;
  const which = open
    .map(
      ({ page, author, of }) => `page ${page}${of === version.version ? '' : ` of version ${of}`}, from ${author.name}`,
    )
    .join('; ');
  const count =
    open.length === 1 ? '1 comment that must be fixed is' : `${open.length} comments that must be fixed are`;
  return refuse('comment_open', {
    detail:
      `${count} open on version ${version.version}: ${which} (ISO 13485 4.2.4 a). Who can resolve ` +
      `${open.length === 1 ? 'it' : 'them'}: the approvers of the version and ${document.owner.name}, who owns ` +
      'it.',
  });
}
