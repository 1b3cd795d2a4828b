import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import type { CommentLine } from '#app/documents/queries/comments.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { CommentList } from './comment-list.tsx';

type CommentsToSignProps = {
  document: string;
  version: string;
  comments: readonly CommentLine[];
  /** What must be fixed and was said to an earlier version. */
  carried: readonly CommentLine[];
};

/** The comments to the version on its approver's page, each with a link to its page of the PDF. */
export const CommentsToSign = ({ document, version, comments, carried }: CommentsToSignProps) => (
  <Sheet id="comments" title="Comments">
    {carried.length > 0 && (
      <CommentList
        comments={carried}
        page={(page, of = version) => addresses.readVersion(document, of, page)}
        version={version}
      />
    )}
    {(comments.length > 0 || carried.length === 0) && (
      <CommentList comments={comments} page={(page) => addresses.approve(document, undefined, page)} />
    )}
    <Actions>
      <LinkButton to={`${addresses.readVersion(document, version)}#comment`} size="small" icon="pencil">
        Comment on a page
      </LinkButton>
    </Actions>
  </Sheet>
);

/** Beside the buttons of a decision: what must be fixed and is not resolved. */
export function OpenToFix({ comments, blocks }: { comments: readonly CommentLine[]; blocks: boolean }) {
  if (comments.length === 0) return null;
  return (
    <Notice kind="wait">
      <p>
        {comments.length === 1 ? '1 comment must be fixed' : `${comments.length} comments must be fixed`}
        {blocks ? ' and resolved before you can approve: ' : ' and not resolved: '}
        {comments.map(({ uid, version, page, author }, at) => (
          <Fragment key={uid}>
            {at > 0 && ', '}
            <Link to={addresses.comment(uid)}>
              page {page} of version {version}, from {author}
            </Link>
          </Fragment>
        ))}
        .
      </p>
    </Notice>
  );
}
