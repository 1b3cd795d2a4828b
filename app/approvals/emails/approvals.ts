import { signatureMeanings } from '#events/signature-meaning.ts';
import type { Signature } from '#events/signature.ts';
import { numberAndName, type NamedDocument } from '#app/kit/email/document-list.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { showMoment } from '#app/ui/text/date.ts';

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

interface Withdrawal {
  document: NamedDocument;
  by: string;
  act: 'removed' | 'replaced' | 'revised' | 'retired';
  reason: string | null;
}

const withdrawals = {
  removed: (version) => `removed you as an approver of version ${version}`,
  replaced: (version) => `asked somebody else to approve version ${version} in your place`,
  revised: (version) => `sent a newer version than ${version} for review, which you are not asked to approve`,
  retired: () => 'retired this document',
} as const satisfies Record<Withdrawal['act'], (version: string) => string>;

/** To somebody who was asked to approve and no longer is. */
export function approvalWithdrawn(context: EmailContext, { document, by, act, reason }: Withdrawal): Email {
  const what = `${by} ${withdrawals[act](document.version)}.`;
  const facts = reason ? [{ label: 'Reason', value: reason }] : [];
  return {
    subject: `Approval no longer needed: ${numberAndName(document)}`,
    preview: what,
    heading: `${context.to.firstName}, your approval is no longer needed`,
    paragraphs: [`${what} You do not need to sign it.`],
    sections: [{ documents: [{ ...document, facts }] }],
    because: 'you were named as an approver',
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
