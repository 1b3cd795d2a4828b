import { addresses } from '#app/kit/addresses.ts';
import type { Member } from '#app/people/queries/get-member.ts';
import { lockWords } from '#app/people/screens/access/lock-words.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { showMoment } from '#app/ui/text/date.ts';

interface AccountNoticesProps {
  member: Pick<Member, 'uid' | 'email' | 'lock' | 'pendingEmail'>;
  self: boolean;
}

/** What an admin should know about a person's account: a lock, and an address that waits to be confirmed. */
export function AccountNotices({ member: { uid, lock, pendingEmail }, self }: AccountNoticesProps) {
  return (
    <>
      {lock && (
        <Notice kind="stop" icon="lock">
          <p>{lockWords(lock)}, because of too many failed attempts.</p>
          {self ? (
            <p>Another admin can unlock it.</p>
          ) : (
            <p>
              <LinkButton to={addresses.unlockUser(uid)} size="small">
                Unlock account
              </LinkButton>
            </p>
          )}
        </Notice>
      )}
      {pendingEmail && (
        <Notice>
          <p>
            {pendingEmail.address} waits to be confirmed with the code that was sent there, until{' '}
            {showMoment(pendingEmail.until)}.
          </p>
          <p>
            <LinkButton to={addresses.changeUserEmail(uid)} size="small">
              Send another code
            </LinkButton>{' '}
            <LinkButton to={addresses.cancelEmailChange(uid)} size="small">
              Cancel the change
            </LinkButton>
          </p>
        </Notice>
      )}
    </>
  );
}
