import { refuse, type Failure } from '#events/failures.ts';
import { may, type Principal } from '#events/permissions.ts';

export interface AssignLacking {
  readonly principal: Principal;
  /** The version in force is one that an import recorded; null where none is in force. */
  readonly isImported: boolean | null;
}

/** Why those who lack training on the version in force are not assigned it now; null where they are. */
export function lackingRefusal({ principal, isImported }: AssignLacking): { ok: false; failure: Failure } | null {
  if (!may(principal, 'document.change_departments')) return refuse('not_allowed');
  if (isImported === null) return refuse('document_not_in_status', { detail: 'No version is in force.' });
  // A version that was published here assigned its training then, or says that none is required.
  return isImported ? null : refuse('document_not_in_status', { detail: 'The version in force was not imported.' });
}
