import type { PageArea } from '#events/document/comment-events.ts';
import type { Principal } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';

export interface CommentCommand {
  readonly principal: Principal;
  readonly now: Instant;
  /** The people who are absent now and named this person as their deputy; their uids. */
  readonly deputyOf?: readonly string[];
}

/** On a page of the version in review. */
export interface MakeComment extends CommentCommand {
  /** The version that the person has open. */
  readonly version: string;
  /** A new uid. */
  readonly comment: string;
  readonly page: number;
  readonly area: PageArea | null;
  readonly words: string | null;
  readonly text: string;
  /** The version is not to be approved as it is. */
  readonly mustFix: boolean;
}

export interface AnswerComment extends CommentCommand {
  readonly comment: string;
  /** A new uid. */
  readonly answer: string;
  readonly text: string;
}

export interface ResolveComment extends CommentCommand {
  readonly comment: string;
  readonly how: string;
}
