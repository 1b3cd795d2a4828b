import type { LifeStatus } from '#events/document/status.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { numberAndName, type NamedDocument } from '#app/kit/email/document-list.ts';

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
      `All approvers have signed version ${version} of your document. It becomes effective once an Admin has ` +
        'assigned its effective date.',
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
