import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { Leaves } from '#app/people/queries/leaves.ts';
import { Notice } from '#app/ui/notice/notice.tsx';
import { counted, listed } from '#app/ui/text/count.ts';

/** `one open approval, two documents and one draft`; empty where the person leaves nothing. */
export function leavesInWords({ approvals, owned, departments, functions }: Leaves): string {
  const drafts = owned.filter(({ draft }) => draft).length;
  const documents = owned.length - drafts;
  return listed([
    ...(approvals.length > 0 ? [counted(approvals.length, 'open approval')] : []),
    ...(documents > 0 ? [counted(documents, 'document')] : []),
    ...(drafts > 0 ? [counted(drafts, 'draft')] : []),
    ...(departments.length > 0 ? [counted(departments.length, 'department without another member')] : []),
    ...(functions.length > 0 ? [counted(functions.length, 'function that nobody else holds')] : []),
  ]);
}

/** In the dialog: what the person leaves, with the page that offers successors. */
export function LeavesNotice({ user, leaves }: { user: string; leaves: Leaves }) {
  const words = leavesInWords(leaves);
  if (words === '') return null;
  return (
    <Notice kind="wait">
      <p>This person leaves {words}.</p>
      <p>
        <Link to={addresses.deactivateUser(user)}>Choose successors first</Link>
      </p>
    </Notice>
  );
}
