import type { Letter, LetterContext, LetterDocument, LetterSection } from '#app/email/email.ts';
import type { NamedDocument, TrainingToDo } from '#app/email/templates/documents.ts';
import type { StartHereCards } from '#app/queries/document/start-here.ts';
import { counted, inDigits } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

export interface DigestFacts {
  /** The first of the open training records, the earliest due first, and how many there are and are overdue. */
  training: { items: readonly TrainingToDo[]; total: number; overdue: number };
  cards: StartHereCards;
  /** For admins: how many training records are overdue, by department; without those that have none. */
  overdue: readonly { department: string; records: number }[];
}

type Card = Parameters<typeof documentNumber>[0] & Pick<NamedDocument, 'version' | 'name'> & { document: string };

/** Documents of each kind at most; the rest is counted. */
const longest = 5;

function section<T>(
  heading: string,
  items: readonly T[],
  total: number,
  document: (item: T) => LetterDocument,
): LetterSection[] {
  if (total === 0) return [];
  const shown = items.slice(0, longest).map(document);
  const more = total - shown.length;
  return [{ heading, documents: shown, ...(more > 0 ? { more: `And ${inDigits(more)} more.` } : {}) }];
}

/** How much waits for this person. */
export const digestTotal = ({ training, cards }: DigestFacts): number =>
  training.total + Object.values(cards).reduce((sum, { total }) => sum + total, 0);

/** Once a week: everything that waits for one person; for admins also what is overdue in each department. */
export function weeklyDigest(context: LetterContext, facts: DigestFacts): Letter {
  const { publicUrl, timeZone, organisation, to } = context;
  const { training, cards, overdue } = facts;
  const date = (moment: string): string => showDate(moment, timeZone);
  const card = (of: Card, fact: { label: string; value: string }, label: string, path: string): LetterDocument => ({
    number: documentNumber(of),
    version: of.version,
    name: of.name,
    facts: [fact],
    link: { label, url: `${publicUrl}${path}` },
  });
  const at = (of: Card, page = ''): string => `/dashboard/docs/${of.document}${page}`;
  const { finalApprovals, approvals, stuck, rejected, reviews, drafts } = cards;
  const sections: LetterSection[] = [
    ...section('Training to sign', training.items, training.total, ({ document, record, dueAt }) => ({
      ...document,
      facts: [{ label: 'Due', value: date(dueAt), late: dueAt < context.now }],
      link: { label: 'Review Document', url: `${publicUrl}/dashboard/review/${record}` },
    })),
    ...section('Documents to approve', approvals.cards, approvals.total, (one) =>
      card(
        one,
        { label: 'Waiting since', value: date(one.requestedAt) },
        'Sign & Approve Document',
        `/dashboard/approve/${one.document}`,
      ),
    ),
    ...section('Final approval', finalApprovals.cards, finalApprovals.total, (one) =>
      card(
        one,
        { label: 'Approved', value: one.approvedAt ? date(one.approvedAt) : 'Outside the system' },
        'Approve',
        at(one, '/publish'),
      ),
    ),
    ...section('Approvers to replace', stuck.cards, stuck.total, (one) =>
      card(
        one,
        { label: 'Cannot sign', value: one.approver },
        'Replace approver',
        at(one, `/approvers/${one.approval}/replace`),
      ),
    ),
    ...section('Periodic review', reviews.cards, reviews.total, (one) =>
      card(one, { label: 'Due', value: date(one.dueAt) }, 'Record review', at(one, '/periodic-review')),
    ),
    ...section('Rejected', rejected.cards, rejected.total, (one) =>
      card(one, { label: 'Rejected by', value: one.rejectedBy ?? 'An approver' }, 'Revise', at(one, '/revise')),
    ),
    ...section('Your drafts', drafts.cards, drafts.total, (one) =>
      card(one, { label: 'Modified', value: date(one.revisedAt) }, 'Continue', at(one, '/revise')),
    ),
  ];
  if (overdue.length > 0) {
    const counts = overdue.map(({ department, records }) => ({
      label: department,
      value: records === 1 ? '1 training record' : `${inDigits(records)} training records`,
      late: true,
    }));
    sections.push({ heading: 'Overdue by department', facts: counts });
  }
  const total = digestTotal(facts);
  const summary = [
    ...(training.total > 0 ? [`${inDigits(training.total)} to train on`] : []),
    ...(approvals.total > 0 ? [`${inDigits(approvals.total)} to approve`] : []),
    ...(overdue.length > 0 ? [`training overdue in ${counted(overdue.length, 'department')}`] : []),
  ];
  const onlyTraining = training.total === total;
  return {
    subject: total > 0 ? `What waits for you at ${organisation}` : `Overdue training at ${organisation}`,
    preview: summary.length > 0 ? `${capital(summary.join(', '))}.` : `${capital(counted(total, 'document'))}.`,
    heading:
      total > 0
        ? `${to.firstName}, ${counted(total, 'document waits', 'documents wait')} for you`
        : `${to.firstName}, training is overdue`,
    paragraphs: [
      training.overdue > 0
        ? `This is how things stand on ${date(context.now)}. ${capital(counted(training.overdue, 'training record'))} of yours ${training.overdue === 1 ? 'is' : 'are'} overdue.`
        : `This is how things stand on ${date(context.now)}.`,
    ],
    sections,
    action:
      total > 0
        ? { label: 'Open your documents', url: `${publicUrl}/dashboard?tab=${onlyTraining ? 'training' : 'manage'}` }
        : { label: 'Open team members', url: `${publicUrl}/dashboard/users` },
    because: 'your organisation sends a weekly digest of what waits',
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
