import type { Instant } from '#events/time.ts';
import type { Email, EmailContext, EmailDocument } from '#app/kit/email/email.ts';
import { counted, inDigits } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import {
  listDocuments,
  listTraining,
  longestList,
  moreOf,
  numberAndName,
  readAndSign,
  type NamedDocument,
  type OpenTraining,
} from '#app/kit/email/document-list.ts';

/** Most people in one email: mail programs cut an email of more than 100 kB, and its button with it. */
const mostPeople = 60;

/** To a person whose training is due soon; `items` is not empty, the earliest due date first. */
export function trainingDue(context: EmailContext, items: readonly OpenTraining[]): Email {
  const { firstName } = context.to;
  const [first] = items;
  const date = showDate(first?.dueAt ?? context.now, context.timeZone);
  const only = items.length === 1 ? first : null;
  return {
    subject: only
      ? `Due on ${date}: ${numberAndName(only.document)}`
      : `Due soon: training on ${inDigits(items.length)} documents`,
    preview: `Read and sign by ${date}.`,
    heading: only
      ? `${firstName}, your training is due on ${date}`
      : `${firstName}, training on ${counted(items.length, 'document')} is due soon`,
    paragraphs: [readAndSign(items.length)],
    ...listTraining(context, items),
    because: 'your training is due soon',
  };
}

/** To a person whose training is overdue; `items` is not empty, the earliest due date first. */
export function trainingOverdue(context: EmailContext, items: readonly OpenTraining[]): Email {
  const { firstName } = context.to;
  const [first] = items;
  const only = items.length === 1 ? first : null;
  return {
    subject: only
      ? `Overdue: ${numberAndName(only.document)}`
      : `Overdue: training on ${inDigits(items.length)} documents`,
    preview: `It was due on ${showDate(first?.dueAt ?? context.now, context.timeZone)}.`,
    heading: only
      ? `${firstName}, your training is overdue`
      : `${firstName}, training on ${counted(items.length, 'document')} is overdue`,
    paragraphs: [readAndSign(items.length)],
    ...listTraining(context, items),
    because: 'your training is overdue',
  };
}

/** A person's overdue training; `user` is a uid, because two people may have one name. */
type OverdueTraining = OpenTraining & { user: string; person: string };

/** To an admin, about other people's overdue training; `items` is not empty, the earliest due date first. */
export function trainingEscalated(context: EmailContext, items: readonly OverdueTraining[]): Email {
  const { publicUrl, to, organisation } = context;
  const people = counted(new Set(items.map(({ user }) => user)).size, 'person', 'people');
  const documents = overdueByDocument(context, items);
  const more = documents.length - longestList;
  return {
    subject: `Training of ${people} is overdue at ${organisation}`,
    preview: `On ${counted(documents.length, 'document')}.`,
    heading: `${to.firstName}, training of ${people} is overdue`,
    paragraphs: ['These people have not signed yet. Each document lists them with the date when training was due.'],
    sections: [
      { documents: documents.slice(0, longestList), ...moreOf(more, more === 1 ? ' document' : ' documents') },
    ],
    action: { label: 'Open team members', url: `${publicUrl}/dashboard/users` },
    because: 'you are an administrator responsible for their training',
  };
}

function overdueByDocument({ publicUrl, timeZone }: EmailContext, items: readonly OverdueTraining[]): EmailDocument[] {
  const byVersion = new Map<string, OverdueTraining[]>();
  for (const item of items) {
    const key = `${item.document.uid} ${item.document.version}`;
    byVersion.set(key, [...(byVersion.get(key) ?? []), item]);
  }
  let room = mostPeople;
  return [...byVersion.values()].map((records) => {
    const { document } = records[0]!;
    const people = records.slice(0, Math.min(longestList, room)).map(({ person, dueAt }) => ({
      label: person,
      value: showDate(dueAt, timeZone),
      overdue: true,
    }));
    room -= people.length;
    const more = records.length - people.length;
    const rest =
      people.length > 0
        ? { label: 'Others', value: `${inDigits(more)} more` }
        : { label: 'Overdue', value: counted(more, 'training record') };
    return {
      ...document,
      facts: more > 0 ? [...people, rest] : people,
      link: { label: 'Open the document', url: `${publicUrl}/dashboard/docs/${document.uid}` },
    };
  });
}

export interface OpenApproval {
  document: NamedDocument;
  owner: string;
  requestedAt: Instant;
}

/** To an approver whose approvals have waited long; `items` is not empty, the oldest first. */
export function approvalWaiting(context: EmailContext, items: readonly OpenApproval[]): Email {
  const { publicUrl, timeZone, to } = context;
  const [first] = items;
  const only = items.length === 1 ? first : null;
  return {
    subject: only
      ? `Approval still needed: ${numberAndName(only.document)}`
      : `Approval still needed: ${inDigits(items.length)} documents`,
    preview: `Waiting for your signature since ${showDate(first?.requestedAt ?? context.now, timeZone)}.`,
    heading: only
      ? `${to.firstName}, a document still needs your approval`
      : `${to.firstName}, ${counted(items.length, 'document')} still need your approval`,
    paragraphs: ['Sign to approve or reject. If you cannot, ask an Admin to name another approver.'],
    ...listDocuments({
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
  dueAt: Instant;
}

/** To an owner or admin; `items` is not empty, the earliest due date first. `recipient` is a uid. */
export function reviewDue(context: EmailContext, items: readonly DueReview[], recipient: string): Email {
  const { publicUrl, timeZone, to, organisation } = context;
  const [first] = items;
  const only = items.length === 1 ? first : null;
  const ownsAll = items.every(({ owner }) => owner.uid === recipient);
  return {
    subject: only
      ? `Periodic review due: ${numberAndName(only.document)}`
      : `Periodic review due: ${inDigits(items.length)} documents`,
    preview: `Due on ${showDate(first?.dueAt ?? context.now, timeZone)}.`,
    heading: only
      ? `${to.firstName}, a document is due for periodic review`
      : `${to.firstName}, ${counted(items.length, 'document')} are due for periodic review`,
    paragraphs: [
      'Read the effective version and compare it with how the work is done. Then record that no change is needed, ' +
        'or revise it.',
    ],
    ...listDocuments({
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
    because: ownsAll
      ? `you own ${only ? 'the document' : 'the documents'}`
      : `you own documents or are an administrator of ${organisation}`,
  };
}
