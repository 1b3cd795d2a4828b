import type { Recorded } from '#events/catalogue.ts';
import { isOpen, isUndecided } from '#events/document/approval.ts';
import type { ApprovalRequest } from '#events/document/approval-events.ts';
import { findApproval } from '#events/document/state.ts';
import { toNamedDocument } from '#app/kit/email/document-list.ts';
import type { Email } from '#app/kit/email/email.ts';
import { documentAt } from '#app/kit/email/ledger-facts.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';
import { approvalRequested, approvalWithdrawn, documentRejected } from './approvals.ts';

interface RequestedApprovals {
  document: string;
  version: string;
  approvals: readonly ApprovalRequest[];
}

/** The approvals that an event asks for; null where it asks for none. */
export function requestedApprovals(event: Recorded | null): RequestedApprovals | null {
  switch (event?.type) {
    case 'DocumentSentForReview':
    case 'DocumentRevised':
    case 'StepOpened':
      return event.data;
    case 'ApproverAdded':
      return { ...event.data, approvals: [event.data.approval] };
    case 'ApproverReplaced':
      return { ...event.data, approvals: [event.data.replacement] };
    default:
      return null;
  }
}

/** To an approver whose approval is still open. */
export async function approvalRequestedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, recipient, context } = input;
  const requested = requestedApprovals(event);
  if (!event || !requested) return skip('the event requests no approval');
  const { past, present } = await documentAt(ports.ledger, org, requested.document, event.position);
  const own = requested.approvals.find(({ user }) => user === recipient.uid);
  const found = own && present ? findApproval(present, own.uid) : null;
  if (!past || !found || !isOpen(found.approval)) return skip('the approval is no longer open');
  // The step was opened by the signature of the one before; the owner is who asks.
  const from = event.type === 'StepOpened' ? past.owner.name : doerOf(event, past.owner.name);
  const document = toNamedDocument(past, requested.version);
  return approvalRequested(context, { document, from, owner: past.owner.name });
}

/** To somebody who was asked to approve and no longer is. */
export async function approvalWithdrawnEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, recipient, context } = input;
  const withdrawn = withdrawnApprovals(event);
  if (!event || !withdrawn) return skip('the event withdraws no approval');
  const { document, version, approvals, why } = withdrawn;
  const { past, present } = await documentAt(ports.ledger, org, document, event.position);
  const own = approvals.find(({ user }) => user === recipient.uid);
  const before = own && past ? findApproval(past, own.uid)?.approval : null;
  if (!past || !before) return skip('the document does not exist');
  if (before.openedAt === undefined) return skip('the person was not asked yet');
  if (present?.current.approvals.some((one) => one.user === recipient.uid && isUndecided(one)))
    return skip('the person is asked again');
  return approvalWithdrawn(context, {
    document: toNamedDocument(past, version),
    by: doerOf(event, past.owner.name),
    ...why,
  });
}

/** The approvals that an event withdraws, and why; null where it withdraws none. */
function withdrawnApprovals(event: Recorded | null) {
  switch (event?.type) {
    case 'ApproverRemoved':
    case 'ApproverReplaced': {
      const { document, version, approval, reason } = event.data;
      const act = event.type === 'ApproverRemoved' ? ('removed' as const) : ('replaced' as const);
      return { document, version, approvals: [approval], why: { act, reason } };
    }
    case 'ApprovalsCancelled': {
      const { document, version, approvals, because } = event.data;
      if (because !== 'revised' && because !== 'retired') return null;
      return { document, version, approvals, why: { act: because, reason: null } };
    }
    default:
      return null;
  }
}

/** To the owner and the other approvers of a rejected version. */
export async function documentRejectedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, recipient, context } = input;
  if (event?.type !== 'ApprovalRejected') return skip('the event rejects no document');
  const { past } = await documentAt(ports.ledger, org, event.data.document, event.position);
  if (!past) return skip('the document does not exist');
  return documentRejected(context, {
    document: toNamedDocument(past, event.data.version),
    signature: event.data.signature,
    recipient: past.owner.uid === recipient.uid ? 'owner' : 'approver',
  });
}
