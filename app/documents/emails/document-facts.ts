import { isAdmin } from '#events/permissions.ts';
import { toNamedDocument } from '#app/kit/email/document-list.ts';
import type { Email } from '#app/kit/email/email.ts';
import { documentAt } from '#app/kit/email/ledger-facts.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';
import { documentApproved, documentEffective, ownershipTransferred } from './documents.ts';

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
