import { refuse } from '#events/failures.ts';
import { notInStatus, record, type Ruling } from '#events/user/decide/profile.ts';
import type { LinkDirectory } from '#events/user/commands.ts';
import type { User } from '#events/user/state.ts';

/**
 * The first sign-in through the issuer: afterwards the subject counts, whatever address the directory has. It confirms
 * an invited person, as a code from the same mailbox would. Reactivation removes the link.
 */
export function linkDirectory({ issuer, subject }: LinkDirectory, user: User): Ruling {
  const { uid, status, reactivated, directory } = user;
  if (status === 'INACTIVE') return notInStatus(user, 'An admin can reactivate the person.');
  if (directory?.issuer === issuer)
    return directory.subject === subject ? record() : refuse('single_sign_on_of_another');
  const link = { type: 'DirectoryLinked', data: { user: uid, issuer, subject } } as const;
  if (status === 'ACTIVE') return record(link);
  return record({ type: reactivated ? 'UserReconfirmed' : 'UserConfirmed', data: { user: uid } }, link);
}
