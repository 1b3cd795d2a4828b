import { describe, expect, it } from 'vitest';
import type { DocumentEvent } from '#events/document/evolve.ts';
import {
  admin,
  approverOne,
  approverTwo,
  author,
  employee,
  otherAuthor,
  signing,
  uidOf,
} from '#tests/deciders/people.ts';
import { commands, eventsIn } from '#tests/deciders/document-world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const inReview = eventsIn('IN_REVIEW');
const { MakeComment: make, AnswerComment: answer, ResolveComment: resolve, Approve: approve } = commands;

const made = (mustFix = true, comment = uidOf(3001)): DocumentEvent => ({
  type: 'CommentMade',
  data: {
    document: uidOf(1000),
    version: '1.0',
    comment,
    page: 2,
    area: null,
    words: 'within 2 days',
    text: 'Step 6.3 refers to a retired form.',
    mustFix,
    author: { uid: approverTwo.uid, name: approverTwo.name },
  },
});
const resolved: DocumentEvent = {
  type: 'CommentResolved',
  data: {
    document: uidOf(1000),
    version: '1.0',
    comment: uidOf(3001),
    page: 2,
    mustFix: true,
    how: 'Checked.',
    by: { uid: author.uid, name: author.name },
  },
};

describe('[ISO13485-424a] comments to a version in review', () => {
  it('is made by an approver, the owner or an admin, and by nobody else', () => {
    given(...inReview)
      .when({ ...make, principal: approverTwo })
      .then(made());
    given(...inReview)
      .when({ ...make, principal: admin })
      .thenTypes('CommentMade');
    for (const principal of [otherAuthor, employee])
      expect(
        given(...inReview)
          .when({ ...make, principal })
          .thenRefused('not_allowed').detail,
      ).toContain('1.0');
    // The deputy of an approver who is away.
    given(...inReview)
      .when({ ...make, principal: otherAuthor, deputyOf: [approverTwo.uid] })
      .thenTypes('CommentMade');
  });

  it('names a page that the PDF has, and says something', () => {
    expect(
      given(...inReview)
        .when({ ...make, page: 4 })
        .thenRefused('invalid_input').fields,
    ).toEqual({
      page: ['Enter a page from 1 to 3.'],
    });
    const wrong = { ...make, text: ' ', words: 'w'.repeat(501) };
    expect(
      Object.keys(
        given(...inReview)
          .when(wrong)
          .thenRefused('invalid_input').fields ?? {},
      ),
    ).toEqual(['words', 'text']);
  });

  it('is answered and resolved while the review lasts', () => {
    given(...inReview, made())
      .when(answer)
      .thenTypes('CommentAnswered');
    given(...inReview, made())
      .when(resolve)
      .then(resolved);
    given(...inReview, made(), resolved)
      .when(resolve)
      .thenNothing();
    given(...inReview, made(), resolved)
      .when({ ...resolve, principal: admin })
      .thenRefused('comment_resolved');
    given(...inReview, made(), resolved)
      .when(answer)
      .thenRefused('comment_resolved');
    given(...inReview, made())
      .when({ ...resolve, how: '' })
      .thenRefused('invalid_input');
  });

  it('ends with the review: rejected, approved, or followed by a newer version', () => {
    const rejected = [
      ...inReview,
      made(),
      { type: 'DocumentRejected', data: { document: uidOf(1000), version: '1.0' } },
    ];
    for (const command of [make, answer, resolve])
      expect(
        given(...(rejected as DocumentEvent[]))
          .when(command)
          .thenRefused('review_ended').detail,
      ).toContain('REJECTED');
    const after = given(...revisedAfter(made(false)))
      .when(resolve)
      .thenRefused('review_ended');
    expect(after.detail).toContain(`Version ${commands.Revise.version} has followed it.`);
  });

  it('belongs to every later review where it must be fixed', () => {
    const later = revisedAfter(made());
    given(...later)
      .when(resolve)
      .then(resolved);
    const next = { ...approve, approval: uidOf(2011), signing: signing(approverOne, ['d'.repeat(64)]) };
    const refusal = given(...later)
      .when({ ...next, commentsBlock: true })
      .thenRefused('comment_open');
    expect(refusal.detail).toContain(`page 2 of version 1.0, from ${approverTwo.name}`);
    given(...later, resolved)
      .when({ ...next, commentsBlock: true })
      .thenTypes('ApprovalGiven');
  });

  it('blocks an approval where it must be fixed and the setting says so', () => {
    const blocking = { ...approve, commentsBlock: true };
    const refusal = given(...inReview, made())
      .when(blocking)
      .thenRefused('comment_open');
    expect(refusal.detail).toBe(
      `1 comment that must be fixed is open on version 1.0: page 2, from ${approverTwo.name} (ISO 13485 4.2.4 a). ` +
        `Who can resolve it: the approvers of the version and ${author.name}, who owns it.`,
    );
    given(...inReview, made())
      .when(approve)
      .thenTypes('ApprovalGiven');
    given(...inReview, made(false))
      .when(blocking)
      .thenTypes('ApprovalGiven');
    given(...inReview, made(), resolved)
      .when(blocking)
      .thenTypes('ApprovalGiven');
    // Rejecting is always possible.
    given(...inReview, made())
      .when(commands.Reject)
      .thenTypes('ApprovalRejected', 'ApprovalsCancelled', 'DocumentRejected');
    expect(approverOne.uid).toBe(approve.principal.kind === 'user' && approve.principal.uid);
  });
});

/** Version 1.0 in review with this comment, and the revision that followed it. */
function revisedAfter(comment: DocumentEvent): DocumentEvent[] {
  const revised = documentDecider.decide(commands.Revise, stateWith(comment));
  if (!revised.ok) expect.fail('not revised');
  return [...inReview, comment, ...revised.events];
}

function stateWith(...more: DocumentEvent[]) {
  return [...inReview, ...more].reduce(documentDecider.evolve, documentDecider.initialState);
}
