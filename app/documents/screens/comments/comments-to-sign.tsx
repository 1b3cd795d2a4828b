import { addresses } from '#app/kit/addresses.ts';
import type { CommentLine } from '#app/documents/queries/comments.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Actions } from '#app/ui/page/page.tsx';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { CommentList } from './comment-list.tsx';

type CommentsToSignProps = { document: string; version: string; comments: readonly CommentLine[] };

/** The comments to the version on its approver's page, each with a link to its page of the PDF. */
export const CommentsToSign = ({ document, version, comments }: CommentsToSignProps) => (
  <Sheet id="comments" title="Comments">
    <CommentList comments={comments} page={(page) => addresses.approve(document, undefined, page)} />
    <Actions>
      <LinkButton to={`${addresses.readVersion(document, version)}#comment`} size="small" icon="pencil">
        Comment on a page
      </LinkButton>
    </Actions>
  </Sheet>
);
