import { decode, type Recorded } from '#events/catalogue.ts';
import { isAdmin } from '#events/permissions.ts';
import { isOpen } from '#events/document/approval.ts';
import type { ApprovalRequest } from '#events/document/approval-events.ts';
import { findApproval, type Document } from '#events/document/state.ts';
import type { Email } from '#app/kit/email/email.ts';
import { documentAt } from '#app/kit/email/ledger-facts.ts';
import { readTraining } from '#app/training/emails/training-facts.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import type { NamedDocument } from '#app/kit/email/document-list.ts';
import {
  approvalRequested,
  documentApproved,
  documentEffective,
  documentRejected,
  ownershipTransferred,
  trainingAssigned,
  trainingReminded,
  type TrainingReason,
} from './documents.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

const toNamedDocument = (document: Document, version: string): NamedDocument => ({
  uid: document.uid,
  number: documentNumber(document),
  version,
  name: document.name,
});

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

/** To the admins and the owner of a version that all approvers have signed, while it awaits its final approval. */
export async function documentApprovedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, recipient, context } = input;
  if (event?.type !== 'DocumentApproved') return skip('the event approves no document');
  const { document: uid, version } = event.data;
  const { past, present } = await documentAt(ports.ledger, org, uid, event.position);
  if (!past) return skip('the document does not exist');
  const document = toNamedDocument(past, version);
  if (!isAdmin(recipient.role)) {
    const owns = past.owner.uid === recipient.uid;
    return owns ? documentApproved(context, { document, recipient: 'owner' }) : skip('the recipient is no admin');
  }
  if (present?.status !== 'APPROVED' || present.current.version !== version) return skip('the final approval is given');
  return documentApproved(context, { document, recipient: 'admin' });
}

/** To the owner of a version that is in force. */
export async function documentEffectiveEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, context } = input;
  if (event?.type !== 'DocumentBecameEffective') return skip('the event puts no document in force');
  const { document, version, supersedes } = event.data;
  const { past } = await documentAt(ports.ledger, org, document, event.position);
  if (!past) return skip('the document does not exist');
  return documentEffective(context, { document: toNamedDocument(past, version), supersedes });
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

/** To the former and the new owner of a document. */
export async function ownershipTransferredEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, recipient, context } = input;
  if (event?.type !== 'OwnershipTransferred') return skip('the event transfers no ownership');
  const { document, version, from, to, reason } = event.data;
  const { past } = await documentAt(ports.ledger, org, document, event.position);
  if (!past) return skip('the document does not exist');
  return ownershipTransferred(context, {
    document: toNamedDocument(past, version),
    status: past.status,
    by: doerOf(event, 'Somebody'),
    from: from.name,
    to: to.name,
    reason,
    recipient: to.uid === recipient.uid ? 'new' : 'former',
  });
}

/**
 * One e-mail for everything that one event assigned to a person and that is still open. After a confirmation it lists
 * all training assigned until then, because an invited person gets no e-mail about training.
 */
export async function trainingAssignedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, about, recipient, context } = input;
  const user = recipient.uid;
  const write = async (selection: Parameters<typeof readTraining>[2], because: TrainingReason) => {
    const training = await readTraining(ports.database, org, selection);
    if (training.length === 0) return skip('none of the training is still open');
    return trainingAssigned(context, { training, because });
  };
  if (event?.type === 'UserConfirmed') return write({ user, assignedBy: event.recordedAt }, 'confirmed');
  if (event?.type === 'UserReconfirmed') return write({ user, assignedBy: event.recordedAt }, 'reactivated');
  if (event?.type !== 'TrainingAssigned') return skip('the event assigns no training');
  const { assignments, because } = event.data;
  const records = about ?? assignments.filter((one) => one.user === user).map(({ record }) => record);
  return write({ user, records }, because);
}

/** One e-mail for everything that one command reminds a person of and that is still open. */
export async function trainingRemindedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, recipient, context } = input;
  if (event?.type !== 'TrainingReminded') return skip('the event reminds nobody');
  const { events } = await ports.ledger.readStream(org, event.stream);
  const together = events.filter(({ commandId }) => commandId === event.commandId).map(decode);
  if (together[0]?.position !== event.position) return skip('the e-mail of another event includes it');
  const records = together.flatMap(({ type, data }) => (type === 'TrainingReminded' ? [data.record] : []));
  const training = await readTraining(ports.database, org, { user: recipient.uid, records });
  if (training.length === 0) return skip('the training is not open any more');
  return trainingReminded(context, { training, by: doerOf(event, 'Somebody') });
}
