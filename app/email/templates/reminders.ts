import type { Letter, LetterContext, LetterDocument } from '#app/email/email.ts';
import type { NamedDocument, TrainingToDo } from '#app/email/templates/documents.ts';
import { counted, inDigits } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';

/** Documents, and people of one document, that a letter lists at most; the rest is counted. */
const longest = 20;

/** People that a letter lists in all: mail programs cut a letter of more than 100 kB, and its button with it. */
const mostPeople = 60;

const about = ({ number, name }: NamedDocument): string => `${number}, ${name}`;

interface List<T> {
  items: readonly T[];
  document: (item: T) => LetterDocument & { link: NonNullable<LetterDocument['link']> };
  /** Where there are several: the page that lists them. */
  all: { label: string; url: string };
}

/** One document with its button, or several with a link each and a button for all. */
function listing<T>({ items, document, all }: List<T>): Pick<Letter, 'sections' | 'action'> {
  const shown = items.slice(0, longest).map(document);
  const [only] = shown;
  if (items.length === 1 && only) {
    const { link, ...rest } = only;
    return { sections: [{ documents: [rest] }], action: link };
  }
  const more = items.length - shown.length;
  return {
    sections: [{ documents: shown, ...(more > 0 ? { more: `And ${inDigits(more)} more.` } : {}) }],
    action: all,
  };
}

const training = (context: LetterContext, items: readonly TrainingToDo[]): Pick<Letter, 'sections' | 'action'> =>
  listing({
    items,
    document: ({ document, record, dueAt }) => ({
      ...document,
      facts: [{ label: 'Due', value: showDate(dueAt, context.timeZone), late: dueAt < context.now }],
      link: { label: 'Review Document', url: `${context.publicUrl}/dashboard/review/${record}` },
    }),
    all: { label: 'Open your training', url: `${context.publicUrl}/dashboard?tab=training` },
  });

const readAndSign = (items: readonly TrainingToDo[]): string =>
  items.length === 1
    ? 'Read this document, then sign that you have read and understand it.'
    : 'Read each of these documents, then sign that you have read and understand it.';

/** Training that is due soon; `items` is not empty, the earliest first. */
export function trainingDue(context: LetterContext, items: readonly TrainingToDo[]): Letter {
  const [first] = items;
  const date = showDate(first?.dueAt ?? context.now, context.timeZone);
  const one = items.length === 1 && first;
  return {
    subject: one
      ? `Due on ${date}: ${about(first.document)}`
      : `Due soon: training on ${inDigits(items.length)} documents`,
    preview: `Read and sign by ${date}.`,
    heading: one
      ? `${context.to.firstName}, your training is due on ${date}`
      : `${context.to.firstName}, training on ${counted(items.length, 'document')} is due soon`,
    paragraphs: [readAndSign(items)],
    ...training(context, items),
    because: 'your training is due soon',
  };
}

/** Training that is overdue; `items` is not empty, the earliest first. */
export function trainingOverdue(context: LetterContext, items: readonly TrainingToDo[]): Letter {
  const [first] = items;
  const one = items.length === 1 && first;
  return {
    subject: one ? `Overdue: ${about(first.document)}` : `Overdue: training on ${inDigits(items.length)} documents`,
    preview: `It was due on ${showDate(first?.dueAt ?? context.now, context.timeZone)}.`,
    heading: one
      ? `${context.to.firstName}, your training is overdue`
      : `${context.to.firstName}, training on ${counted(items.length, 'document')} is overdue`,
    paragraphs: [readAndSign(items)],
    ...training(context, items),
    because: 'your training is overdue',
  };
}

/** Overdue training of others (`user` is a uid), for an admin; `items` is not empty, the earliest first. */
export function trainingEscalated(
  context: LetterContext,
  items: readonly (TrainingToDo & { user: string; person: string })[],
): Letter {
  const { publicUrl, timeZone, to, organisation } = context;
  const people = new Set(items.map(({ user }) => user)).size;
  const byDocument = new Map<string, (typeof items)[number][]>();
  for (const item of items) {
    const key = `${item.document.uid} ${item.document.version}`;
    byDocument.set(key, [...(byDocument.get(key) ?? []), item]);
  }
  let room = mostPeople;
  const documents = [...byDocument.values()].map((records): LetterDocument => {
    const { document } = records[0]!;
    const listed = records.slice(0, Math.min(longest, room)).map(({ person, dueAt }) => ({
      label: person,
      value: showDate(dueAt, timeZone),
      late: true,
    }));
    room -= listed.length;
    const more = records.length - listed.length;
    const rest =
      listed.length > 0
        ? { label: 'Besides', value: `${inDigits(more)} more` }
        : { label: 'Overdue', value: counted(more, 'training record') };
    return {
      ...document,
      facts: more > 0 ? [...listed, rest] : listed,
      link: { label: 'Open the document', url: `${publicUrl}/dashboard/docs/${document.uid}` },
    };
  });
  const more = documents.length - longest;
  const words = `Training of ${counted(people, 'person', 'people')} is overdue`;
  return {
    subject: `${words} at ${organisation}`,
    preview: `It concerns ${counted(documents.length, 'document')}.`,
    heading: `${to.firstName}, training of ${counted(people, 'person', 'people')} is overdue`,
    paragraphs: ['They have not signed yet. Below is who, on which document, and the day on which it was due.'],
    sections: [
      {
        documents: documents.slice(0, longest),
        ...(more > 0 ? { more: `And ${inDigits(more)} more ${more === 1 ? 'document' : 'documents'}.` } : {}),
      },
    ],
    action: { label: 'Open team members', url: `${publicUrl}/dashboard/users` },
    because: 'you are an administrator who answers for their training',
  };
}

export interface OpenApproval {
  document: NamedDocument;
  owner: string;
  /** ISO 8601 in UTC. */
  requestedAt: string;
}

/** Approvals that have waited long; `items` is not empty, the oldest first. */
export function approvalWaiting(context: LetterContext, items: readonly OpenApproval[]): Letter {
  const { publicUrl, timeZone, to } = context;
  const [first] = items;
  const since = showDate(first?.requestedAt ?? context.now, timeZone);
  const one = items.length === 1 && first;
  return {
    subject: one
      ? `Approval still wanted: ${about(first.document)}`
      : `Approval still wanted: ${inDigits(items.length)} documents`,
    preview: `Waiting for your signature since ${since}.`,
    heading: one
      ? `${to.firstName}, a document still waits for your approval`
      : `${to.firstName}, ${counted(items.length, 'document')} still wait for your approval`,
    paragraphs: [
      'Sign that you approve or that you do not. If you cannot, tell an Admin, who can ask somebody else in your place.',
    ],
    ...listing({
      items,
      document: ({ document, owner, requestedAt }) => ({
        ...document,
        facts: [
          { label: 'Owner', value: owner },
          { label: 'Waiting since', value: showDate(requestedAt, timeZone) },
        ],
        link: { label: 'Read and sign', url: `${publicUrl}/dashboard/approve/${document.uid}` },
      }),
      all: { label: 'Open your documents', url: `${publicUrl}/dashboard?tab=manage` },
    }),
    because: 'you are named as an approver',
  };
}

export interface DueReview {
  document: NamedDocument;
  owner: { uid: string; name: string };
  /** ISO 8601 in UTC. */
  dueAt: string;
}

/** Documents whose periodic review is due; `items` is not empty, the earliest first. `to` is the recipient's uid. */
export function reviewDue(context: LetterContext, items: readonly DueReview[], to: string): Letter {
  const { publicUrl, timeZone } = context;
  const [first] = items;
  const one = items.length === 1 && first;
  return {
    subject: one
      ? `Periodic review due: ${about(first.document)}`
      : `Periodic review due: ${inDigits(items.length)} documents`,
    preview: `Due on ${showDate(first?.dueAt ?? context.now, timeZone)}.`,
    heading: one
      ? `${context.to.firstName}, a document is due for periodic review`
      : `${context.to.firstName}, ${counted(items.length, 'document')} are due for periodic review`,
    paragraphs: [
      'Read the version in force and compare it with how the work is done. Then record that no change is needed, or revise it.',
    ],
    ...listing({
      items,
      document: ({ document, owner, dueAt }) => ({
        ...document,
        facts: [
          { label: 'Owner', value: owner.name },
          { label: 'Review due', value: showDate(dueAt, timeZone) },
        ],
        link: { label: 'Record review', url: `${publicUrl}/dashboard/docs/${document.uid}/periodic-review` },
      }),
      all: { label: 'Open your documents', url: `${publicUrl}/dashboard?tab=manage` },
    }),
    because: items.every(({ owner }) => owner.uid === to)
      ? `you own ${items.length === 1 ? 'the document' : 'the documents'}`
      : `you own documents or are an administrator of ${context.organisation}`,
  };
}
