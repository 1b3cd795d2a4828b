import type { Recorded } from '#events/catalogue.ts';
import { isOpen } from '#events/document/approval.ts';
import type { ApprovalRequest } from '#events/document/approval-events.ts';
import { findApproval } from '#events/document/state.ts';
import { toNamedDocument } from '#app/kit/email/document-list.ts';
import type { Email } from '#app/kit/email/email.ts';
import { documentAt } from '#app/kit/email/ledger-facts.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';
import { approvalRequested, documentRejected } from './approvals.ts';

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
