import type { Decision } from '#events/decider.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import type { Document, DocumentState } from '#events/document/state.ts';
import { isAllowedFrom, sequenceSentence, type LifeCommand } from '#events/document/transitions.ts';
import { refuse } from '#events/failures.ts';
import { may, type Action, type Principal } from '#events/permissions.ts';
import { unlessProgram } from '#events/service-account/allowed-events.ts';

export type Ruling = Decision<DocumentEvent>;
export type Refusal = Extract<Ruling, { ok: false }>;

/** The events to record; none where nothing changes. */
export const record = (...events: DocumentEvent[]): Ruling => ({ ok: true, events });

/** A rule on a document: who, then when in its life, then what. Refuses a program where an event takes a person. */
export const ruleOn =
  <C extends { readonly principal: Principal }>(rule: (command: C, document: Document) => Ruling) =>
  (command: C, state: DocumentState): Ruling =>
    state.kind === 'document'
      ? unlessProgram(command.principal, rule(command, state))
      : refuse('not_found', { detail: 'There is no such document.' });

/** Refuses a command that the document's state does not allow (21 CFR 11.10(f)); null where it does. */
export const outOfSequence = (command: LifeCommand, { status }: Pick<Document, 'status'>): Refusal | null =>
  isAllowedFrom(command, status)
    ? null
    : refuse('document_not_in_status', { detail: sequenceSentence(command, status), facts: { status } });

/** How far training on the scheduled version is, and whether it was waived; null where none is scheduled. */
export const trainingWhileScheduled = (
  { status, current }: Pick<Document, 'status' | 'current'>,
  trainingRate: number,
): { trainingRate: number | null; trainingWaived?: true } => ({
  trainingRate: status === 'PENDING' ? trainingRate : null,
  ...(status === 'PENDING' && current.publication?.trainingWaived && { trainingWaived: true as const }),
});

export const isManagedBy = (document: Document, principal: Principal): boolean =>
  may(principal, 'document.manage_any') ||
  (principal.kind === 'user' && principal.uid === document.owner.uid && may(principal, 'document.manage_own'));

/** The refusal for a person who is neither the document's owner (by name) nor an admin. */
export const onlyManagers = (owner: string): Refusal =>
  refuse('not_allowed', { detail: `Only ${owner}, who owns this document, or an admin can do this.` });

/** Refuses a person who is neither the document's owner nor an admin. */
export const notManaging = (document: Document, principal: Principal): Refusal | null =>
  isManagedBy(document, principal) ? null : onlyManagers(document.owner.name);

/** Refuses a person whose role does not permit the action, with this sentence. */
export const notPermitted = (principal: Principal, action: Action, detail: string): Refusal | null =>
  may(principal, action) ? null : refuse('not_allowed', { detail });

/** Refuses everybody but the product itself. */
export const notSystem = (principal: Principal): Refusal | null =>
  principal.kind === 'system' ? null : refuse('not_allowed', { detail: 'Only the system itself does this.' });
