import { signatureMeanings } from '#events/signature-meaning.ts';
import { type Signature } from '#events/signature.ts';
import type { Letter, LetterContext, LetterDocument } from '#app/email/email.ts';
import { counted } from '#app/ui/text/count.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';

/** The document as it was when the event happened. */
export type NamedDocument = Pick<LetterDocument, 'number' | 'version' | 'name'> & { uid: string };

/** A version waits for the approval of `context.to`. `from` is who sent it. */
export const approvalWanted = (
  context: LetterContext,
  facts: { document: NamedDocument; from: string; owner: string },
): Letter => ({
  subject: `Approval wanted: ${facts.document.number}, ${facts.document.name}`,
  preview: `${facts.from} asks for your signature on version ${facts.document.version}.`,
  heading: `${context.to.firstName}, your approval is wanted`,
  paragraphs: [
    `${facts.from} asks you to read version ${facts.document.version} of this document, and to sign that you approve it or that you do not.`,
  ],
  documents: [shown(facts.document, [{ label: 'Owner', value: facts.owner }])],
  action: { label: 'Read and sign', url: `${context.publicUrl}/dashboard/approve/${facts.document.uid}` },
  because: 'you are named as an approver',
});

/** An approver signed that the version is not approved: told to the owner and the other approvers. */
export const documentRejected = (
  context: LetterContext,
  facts: { document: NamedDocument; signature: Signature; recipient: 'owner' | 'approver' },
): Letter => {
  const { document, signature, recipient } = facts;
  const owner = recipient === 'owner';
  return {
    subject: `Rejected: ${document.number}, ${document.name}`,
    preview: `${signature.printedName} did not approve version ${document.version}.`,
    heading: `${context.to.firstName}, version ${document.version} was rejected`,
    paragraphs: [
      owner
        ? `${signature.printedName} did not approve version ${document.version} of your document. The approvals that were still open are cancelled. Revise it to send a newer version to its approvers.`
        : `${signature.printedName} did not approve version ${document.version} of this document, which you were named to approve too. Your approval of this version is no longer needed.`,
    ],
    documents: [shown(document)],
    signature: {
      reason: signature.reason,
      name: signature.printedName,
      meaning: signatureMeanings[signature.meaning].replace(/ for the following reason:$/, ''),
      at: showMoment(signature.signedAt),
    },
    ...(owner
      ? { action: { label: 'Revise the document', url: `${context.publicUrl}/dashboard/docs/${document.uid}/revise` } }
      : {}),
    because: owner ? 'you own the document' : 'you are named as an approver',
  };
};

export interface TrainingToDo {
  document: NamedDocument;
  /** The training record. */
  record: string;
  /** ISO 8601 in UTC. */
  dueAt: string;
}

const reasons = {
  published: 'a document was published for your department',
  departments_changed: 'a document now concerns your department',
  joined_department: 'you joined a department',
  confirmed: 'your account was confirmed',
  reactivated: 'your account was reactivated',
  retraining: 'it is time to read it again',
} as const;

/** Documents to read and sign: one letter for everything that one event assigned. */
export const trainingAssigned = (
  context: LetterContext,
  facts: { training: readonly TrainingToDo[]; because: keyof typeof reasons },
): Letter => {
  const { training } = facts;
  const [only] = training;
  const one = training.length === 1 && only ? only : null;
  const address = (record: string): string => `${context.publicUrl}/dashboard/review/${record}`;
  const due = (dueAt: string) => ({
    label: 'Due',
    value: showDate(dueAt, context.timeZone),
    late: dueAt < context.now,
  });
  return {
    subject: one
      ? `Training: ${one.document.number}, ${one.document.name}`
      : `Training: ${training.length} documents to read and sign`,
    preview: one
      ? `Read and sign it by ${showDate(one.dueAt, context.timeZone)}.`
      : `The first is due on ${showDate(soonest(training), context.timeZone)}.`,
    heading: one
      ? `${context.to.firstName}, a document waits for your training`
      : `${context.to.firstName}, ${counted(training.length, 'document')} wait for your training`,
    paragraphs: [
      one
        ? 'Read this document, then sign that you have read and understand it.'
        : 'Read each of these documents, then sign that you have read and understand it.',
    ],
    documents: training.map(({ document, record, dueAt }) => ({
      ...shown(document, [due(dueAt)]),
      ...(one ? {} : { link: { label: 'Review Document', url: address(record) } }),
    })),
    action: one
      ? { label: 'Review Document', url: address(one.record) }
      : { label: 'Open your training', url: `${context.publicUrl}/dashboard?tab=training` },
    because: reasons[facts.because],
  };
};

const soonest = (training: readonly TrainingToDo[]): string =>
  training.reduce((least, { dueAt }) => (dueAt < least ? dueAt : least), training[0]?.dueAt ?? '');

const shown = ({ number, version, name }: NamedDocument, facts: LetterDocument['facts'] = []): LetterDocument => ({
  number,
  version,
  name,
  facts,
});
