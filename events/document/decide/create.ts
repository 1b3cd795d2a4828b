import type { CreateDocument } from '#events/document/commands.ts';
import { checkDraftChange } from '#events/document/decide/change.ts';
import { checkDetails } from '#events/document/decide/details.ts';
import { notPermitted, record, type Ruling } from '#events/document/decide/guards.ts';
import type { DocumentState } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import { may } from '#events/permissions.ts';

/** For a form that was sent again: corrected after its arrival, or because its answer was lost. */
const createdBefore = (state: Exclude<DocumentState, { kind: 'absent' }>): string =>
  state.kind === 'discarded'
    ? 'It was created before, and is discarded.'
    : `It was created before, as “${state.name}”. Look for it among your documents, and change it there.`;

/** A new draft. Its creator owns it. */
export function create(
  { principal, document, details, facts, approvers = [], declarationReason, change = null }: CreateDocument,
  state: DocumentState,
): Ruling {
  const refusal = notPermitted(principal, 'document.create', 'Only authors and admins can create documents.');
  if (refusal || principal.kind !== 'user') return refusal ?? refuse('not_allowed');
  if (state.kind !== 'absent') return refuse('document_not_in_status', { detail: createdBefore(state) });
  if (details.externallyEffective && !may(principal, 'document.declare_externally_effective')) {
    return refuse('externally_effective_requires_admin');
  }
  const checked = checkDetails(details, facts);
  if (!checked.ok) return checked;
  const said = checkDraftChange(change);
  if (!said.ok) return said;
  return record({
    type: 'DocumentCreated',
    data: {
      document,
      owner: { uid: principal.uid, name: principal.name },
      ...checked.value,
      ...(approvers.length > 0 ? { approvers: [...approvers] } : {}),
      ...(declarationReason ? { declarationReason } : {}),
      ...(said.value && { change: said.value }),
    },
  });
}
