import type { ApproverChoice, DocumentCommand } from '#events/document/commands.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { Principal } from '#events/permissions.ts';

interface Submission {
  principal: Principal;
  now: string;
  files: { working: StoredFile | null; final: StoredFile | null };
  /** False keeps the draft a draft. */
  send: boolean;
  externallyEffective: boolean;
  /** Why it is declared effective already. */
  declarationReason: string;
  approvers: readonly ApproverChoice[];
}

/** What follows a draft's details in the same submission: its files, then its approvers or the declaration that it is effective already. */
export function submitForReview({
  principal,
  now,
  files,
  send,
  approvers,
  ...declaration
}: Submission): DocumentCommand[] {
  const asked = { principal, now };
  const commands: DocumentCommand[] = [];
  if (files.working) commands.push({ type: 'AttachFile', ...asked, kind: 'working', file: files.working });
  if (files.final) commands.push({ type: 'AttachFile', ...asked, kind: 'final', file: files.final });
  const { externallyEffective, declarationReason: reason } = declaration;
  if (send && externallyEffective) commands.push({ type: 'DeclareExternallyEffective', ...asked, reason });
  else if (send) commands.push({ type: 'SendForReview', ...asked, approvers });
  return commands;
}
