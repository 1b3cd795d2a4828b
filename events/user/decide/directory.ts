import { refuse } from '#events/failures.ts';
import { may } from '#events/permissions.ts';
import { notInStatus, record, ruleOn } from '#events/user/decide/profile.ts';
import type { LinkDirectory, UnlinkDirectory } from '#events/user/commands.ts';

/**
 * The first sign-in through the issuer: afterwards the subject counts, whatever address the directory has. It confirms
 * an invited person, as a code from the same mailbox would. Reactivation removes the link.
 */
export const linkDirectory = ruleOn(({ issuer, subject }: LinkDirectory, user) => {
  const { uid, status, reactivated, directory } = user;
  if (status === 'INACTIVE') return notInStatus(user, 'An admin can reactivate the person.');
  if (directory?.issuer === issuer)
    return directory.subject === subject ? record() : refuse('single_sign_on_of_another');
  const link = { type: 'DirectoryLinked', data: { user: uid, issuer, subject } } as const;
  if (status === 'ACTIVE') return record(link);
  return record({ type: reactivated ? 'UserReconfirmed' : 'UserConfirmed', data: { user: uid } }, link);
});

/** The next sign-in links the person anew. Their identity is verified again, as after a reset second factor. */
export const unlinkDirectory = ruleOn(({ principal, reason }: UnlinkDirectory, user) => {
  if (!may(principal, 'user.unlink_directory'))
    return refuse('not_allowed', { detail: 'Only an admin can unlink an account of the directory.' });
  if (principal.kind === 'user' && principal.uid === user.uid)
    return refuse('not_allowed', { detail: 'Another admin unlinks your account of the directory.' });
  const { uid, directory } = user;
  return directory ? record({ type: 'DirectoryUnlinked', data: { user: uid, ...directory, reason } }) : record();
});
