import type { LifeStatus } from '#events/document/status.ts';
import { signatureMeanings } from '#events/signature-meaning.ts';
import type { Signature } from '#events/signature.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { counted } from '#app/ui/text/count.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { listTraining, numberAndName, readAndSign, type NamedDocument, type OpenTraining } from '#app/kit/email/document-list.ts';

/** To an approver. `from` is the person who sent the version for review. */
export function approvalRequested(
  context: EmailContext,
  { document, from, owner }: { document: NamedDocument; from: string; owner: string },
): Email {
  const { version } = document;
  return {
    subject: `Approval requested: ${numberAndName(document)}`,
    preview: `${from} asks for your signature on version ${version}.`,
    heading: `${context.to.firstName}, your approval is requested`,
    paragraphs: [`${from} asks you to read version ${version} of this document, then sign to approve or reject it.`],
    sections: [{ documents: [{ ...document, facts: [{ label: 'Owner', value: owner }] }] }],
    action: { label: 'Read and sign', url: `${context.publicUrl}/dashboard/approve/${document.uid}` },
    because: 'you are named as an approver',
  };
}

/** Where a document's page is, as an author or an admin sees it. */
const pageOf = ({ publicUrl }: EmailContext, { uid }: NamedDocument, page = ''): string =>
  `${publicUrl}/dashboard/docs/${uid}${page}`;

/** To an admin, who gives the final approval, or to the owner. */
export function documentApproved(
  context: EmailContext,
  { document, recipient }: { document: NamedDocument; recipient: 'admin' | 'owner' },
): Email {
  const { version } = document;
  const shared = {
    preview: `All approvers have signed version ${version}.`,
    sections: [{ documents: [document] }],
  };
  if (recipient === 'admin')
    return {
      ...shared,
      subject: `Final approval needed: ${numberAndName(document)}`,
      heading: `${context.to.firstName}, version ${version} needs final approval`,
      paragraphs: [
        `All approvers have signed version ${version} of this document. Assign its effective date and departments to ` +
          'approve it.',
      ],
      action: { label: 'Approve', url: pageOf(context, document, '/publish') },
      because: `you are an administrator of ${context.organisation}`,
    };
  return {
    ...shared,
    subject: `Approved: ${numberAndName(document)}`,
    heading: `${context.to.firstName}, all approvers have signed your document`,
    paragraphs: [
      `All approvers have signed version ${version} of your document. It becomes effective once an Admin has assigned ` +
        'its effective date.',
    ],
    action: { label: 'Open the document', url: pageOf(context, document, '/publish') },
    because: 'you own the document',
  };
}

/** To the owner. `supersedes`: the version that it replaces, if there was one. */
export function documentEffective(
  context: EmailContext,
  { document, supersedes }: { document: NamedDocument; supersedes: string | null },
): Email {
  const { version } = document;
  const replaced = supersedes === null ? '' : ` Version ${supersedes} is superseded.`;
  return {
    subject: `Effective: ${numberAndName(document)}`,
    preview: `Version ${version} is in force.`,
    heading: `${context.to.firstName}, version ${version} of your document is effective`,
    paragraphs: [`Version ${version} of your document is in force.${replaced}`],
    sections: [{ documents: [document] }],
    action: { label: 'Open the document', url: pageOf(context, document) },
    because: 'you own the document',
  };
}

interface Rejection {
  document: NamedDocument;
  signature: Signature;
  recipient: 'owner' | 'approver';
}

/** To the owner and the other approvers. */
export function documentRejected(context: EmailContext, { document, signature, recipient }: Rejection): Email {
  const { version, uid } = document;
  const { printedName } = signature;
  const shared = {
    subject: `Rejected: ${numberAndName(document)}`,
    preview: `${printedName} did not approve version ${version}.`,
    heading: `${context.to.firstName}, version ${version} was rejected`,
    sections: [{ documents: [document] }],
    signature: {
      reason: signature.reason,
      name: signature.signedName,
      meaning: signatureMeanings[signature.meaning].replace(/ for the following reason:$/, ''),
      at: showMoment(signature.signedAt),
    },
  };
  if (recipient === 'owner')
    return {
      ...shared,
      paragraphs: [
        `${printedName} did not approve version ${version} of your document. The approvals that were still open are ` +
          'cancelled. Revise the document to send a newer version to its approvers.',
      ],
      action: { label: 'Revise the document', url: `${context.publicUrl}/dashboard/docs/${uid}/revise` },
      because: 'you own the document',
    };
  return {
    ...shared,
    paragraphs: [
      `${printedName} did not approve version ${version} of this document. Your approval of this version is no ` +
        'longer needed.',
    ],
    because: 'you are named as an approver',
  };
}

interface Transfer {
  document: NamedDocument;
  status: LifeStatus;
  /** The names of the acting person, the former and the new owner. */
  by: string;
  from: string;
  to: string;
  reason: string | null;
  recipient: 'new' | 'former';
}

/** To the former and the new owner. */
export function ownershipTransferred(context: EmailContext, transfer: Transfer): Email {
  const { document, status, by, from, to, reason, recipient } = transfer;
  const { uid } = document;
  const facts = [
    { label: 'Former owner', value: from },
    { label: 'New owner', value: to },
    ...(reason ? [{ label: 'Reason', value: reason }] : []),
  ];
  const page = status === 'PENDING' || status === 'EFFECTIVE' ? uid : `${uid}/revise`;
  const shared = {
    subject: `Owner changed: ${numberAndName(document)}`,
    sections: [{ documents: [{ ...document, facts }] }],
    action: { label: 'Open the document', url: `${context.publicUrl}/dashboard/docs/${page}` },
  };
  if (recipient === 'new')
    return {
      ...shared,
      preview: `${by} made you the owner of this document.`,
      heading: `${context.to.firstName}, you own this document now`,
      paragraphs: [
        `${by} transferred the ownership of this document from ${from} to you. Its drafts, rejections and periodic ` +
          'reviews are yours from now on.',
      ],
      because: 'you own the document',
    };
  return {
    ...shared,
    preview: `${to} owns this document now.`,
    heading: `${context.to.firstName}, ${to} owns this document now`,
    paragraphs: [
      `${by} transferred the ownership of this document from you to ${to}. Its drafts, rejections and periodic ` +
        'reviews are no longer yours.',
    ],
    because: 'you owned the document',
  };
}

const reasons = {
  published: 'a document was published for your department',
  departments_changed: 'a document was assigned to your department',
  joined_department: 'you joined a department',
  confirmed: 'your account was confirmed',
  reactivated: 'your account was reactivated',
  retraining: 'training on a document is repeated at an interval',
} as const;
export type TrainingReason = keyof typeof reasons;

/** To a person who was assigned training; `training` is not empty, the earliest due date first. */
export function trainingAssigned(
  context: EmailContext,
  { training, because }: { training: readonly OpenTraining[]; because: TrainingReason },
): Email {
  const { firstName } = context.to;
  const [first] = training;
  const due = showDate(first?.dueAt ?? context.now, context.timeZone);
  const only = training.length === 1 ? first : null;
  return {
    subject: only
      ? `Training: ${numberAndName(only.document)}`
      : `Training: ${training.length} documents to read and sign`,
    preview: only ? `Read and sign by ${due}.` : `The first is due on ${due}.`,
    heading: only
      ? `${firstName}, read and sign a document by ${due}`
      : `${firstName}, read and sign ${counted(training.length, 'document')}`,
    paragraphs: [readAndSign(training.length)],
    ...listTraining(context, training, Infinity),
    because: reasons[because],
  };
}

/** To a person whom `by` reminds of open training; `training` is not empty, the earliest due date first. */
export function trainingReminded(
  context: EmailContext,
  { training, by }: { training: readonly OpenTraining[]; by: string },
): Email {
  const { firstName } = context.to;
  const [first] = training;
  const due = showDate(first?.dueAt ?? context.now, context.timeZone);
  const overdue = (first?.dueAt ?? context.now) < context.now;
  const only = training.length === 1 ? first : null;
  return {
    subject: only
      ? `Reminder: ${numberAndName(only.document)}`
      : `Reminder: ${training.length} documents to read and sign`,
    preview: `${by} reminds you: ${overdue ? `training was due on ${due}` : `read and sign by ${due}`}.`,
    heading: only
      ? `${firstName}, this document waits for your training`
      : `${firstName}, ${counted(training.length, 'document')} wait for your training`,
    paragraphs: [`${by} reminds you of ${only ? 'it' : 'them'}. ${readAndSign(training.length)}`],
    ...listTraining(context, training, Infinity),
    because: only ? 'the document is assigned to you for training' : 'the documents are assigned to you for training',
  };
}
