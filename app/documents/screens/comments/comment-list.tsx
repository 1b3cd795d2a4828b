import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { CommentLine } from '#app/documents/queries/comments.ts';
import { Tag } from '#app/ui/status/tag.tsx';
import { Hidden } from '#app/ui/icon/icon.tsx';
import { showMoment } from '#app/ui/text/date.ts';

type CommentListProps = {
  comments: readonly CommentLine[];
  /** The address that shows a page of the PDF of a version. */
  page: (page: number, version?: string) => string;
  /** The version in review, where the comments are to another one. */
  version?: string;
};

/** Comments by page. What must be fixed is said in words, and what is resolved says how. */
export function CommentList({ comments, page, version }: CommentListProps) {
  if (comments.length === 0) return <p>No comments yet.</p>;
  return (
    <ul className="ruled">
      {comments.map((comment) => (
        <li key={comment.uid} className="stack tight">
          <CommentText comment={comment} page={page} version={version} />
          <p>
            <Link to={addresses.comment(comment.uid)}>
              {comment.resolvedAt ? 'Open' : 'Answer or resolve'}
              <Hidden>
                {' '}
                the comment on page {comment.page} from {comment.author}
              </Hidden>
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

type CommentTextProps = { comment: CommentLine } & Pick<CommentListProps, 'page' | 'version'>;

/** One comment with its answers. */
export const CommentText = ({ comment, page, version }: CommentTextProps) => (
  <div>
    <p>
      <Link to={page(comment.page, comment.version)} preventScrollReset>
        Page {comment.page}
        {version && version !== comment.version && ` of version ${comment.version}`}
      </Link>{' '}
      {comment.mustFix && <Tag>{comment.resolvedAt ? 'Was to be fixed' : 'Must be fixed'}</Tag>}
    </p>
    {comment.words && <blockquote>“{comment.words}”</blockquote>}
    <p className="viewer-text">{comment.text}</p>
    <p className="meta">
      {comment.author}, {showMoment(comment.at)}
    </p>
    {comment.answers.map(({ uid, author, text, at }) => (
      <div key={uid} className="comment-answer">
        <p className="viewer-text">{text}</p>
        <p className="meta">
          {author}, {showMoment(at)}
        </p>
      </div>
    ))}
    {comment.resolvedAt && (
      <p className="meta">
        Resolved by {comment.resolvedBy}, {showMoment(comment.resolvedAt)}: {comment.how}
      </p>
    )}
  </div>
);
