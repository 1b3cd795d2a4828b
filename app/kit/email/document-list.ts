import type { Document } from '#events/document/state.ts';
import type { Instant } from '#events/time.ts';
import type { Email, EmailContext, EmailDocument, EmailLink } from '#app/kit/email/email.ts';
import { inDigits } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** A document's number, version and name at the time of the event. */
export type NamedDocument = Pick<EmailDocument, 'number' | 'version' | 'name'> & { uid: string };

export const toNamedDocument = (document: Document, version: string): NamedDocument => ({
  uid: document.uid,
  number: documentNumber(document),
  version,
  name: document.name,
});

export const numberAndName = ({ number, name }: NamedDocument): string => `${number}, ${name}`;

export interface OpenTraining {
  document: NamedDocument;
  /** The training record's uid. */
  record: string;
  dueAt: Instant;
}

/** Most documents, and most people of one document, in a list; the rest is counted. */
export const longestList = 20;

type LinkedDocument = EmailDocument & { link: EmailLink };

interface Listing<T> {
  items: readonly T[];
  document: (item: T) => LinkedDocument;
  /** The page that lists several items. */
  all: EmailLink;
  longest?: number;
}

/** One document with its button, or several with a link each and a button for all. */
export function listDocuments<T>({ items, document, all, longest = longestList }: Listing<T>) {
  const documents = items.slice(0, longest).map(document);
  const [only] = documents;
  if (items.length === 1 && only) {
    const { link, ...rest } = only;
    return { sections: [{ documents: [rest] }], action: link };
  }
  return { sections: [{ documents, ...moreOf(items.length - documents.length) }], action: all };
}

/** The sentence about items that a list leaves out. */
export const moreOf = (count: number, noun = ''): { more?: string } =>
  count > 0 ? { more: `And ${inDigits(count)} more${noun}.` } : {};

/** Training with its due dates and links to the signing pages. */
export const listTraining = (
  context: EmailContext,
  items: readonly OpenTraining[],
  longest?: number,
): Pick<Email, 'sections' | 'action'> =>
  listDocuments({
    items,
    document: (item) => trainingDocument(context, item),
    all: { label: 'Open your training', url: `${context.publicUrl}/dashboard?tab=training` },
    longest,
  });

export const trainingDocument = (
  { publicUrl, timeZone, now }: EmailContext,
  { document, record, dueAt }: OpenTraining,
): LinkedDocument => ({
  ...document,
  facts: [{ label: 'Due', value: showDate(dueAt, timeZone), overdue: dueAt < now }],
  link: { label: 'Review Document', url: `${publicUrl}/dashboard/review/${record}` },
});

export const readAndSign = (count: number): string =>
  count === 1
    ? 'Read this document, then sign that you have read and understand it.'
    : 'Read each of these documents, then sign that you have read and understand it.';
