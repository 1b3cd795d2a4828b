import { Link } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { Notice } from '#app/ui/notice/notice.tsx';

/** The documents that will need another approver once this person is out. */
export function WaitingApprovals({ of }: { of: readonly { document: string; name: string }[] }) {
  if (of.length === 0) return null;
  return (
    <Notice kind="wait">
      <p>
        {of.length === 1
          ? 'This document waits for this person and will need another approver:'
          : 'These documents wait for this person and will need another approver:'}
      </p>
      <ul>
        {of.map(({ document, name }) => (
          <li key={document}>
            <Link to={addresses.approvers(document)}>{name}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
