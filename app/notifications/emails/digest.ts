import type { Instant } from '#events/time.ts';
import type { Email, EmailContext, EmailDocument, EmailSection } from '#app/kit/email/email.ts';
import type { StartHereCards } from '#app/home/queries/start-here.ts';
import { counted, inDigits, lasting } from '#app/ui/text/count.ts';
import { addresses } from '#app/kit/addresses.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { moreOf, trainingDocument, type NamedDocument, type OpenTraining } from '#app/kit/email/document-list.ts';

export interface DigestFacts {
  /** The first open training records, the earliest due date first, and how many there are and are overdue. */
  training: { items: readonly OpenTraining[]; total: number; overdue: number };
  cards: StartHereCards;
  /** For admins: the number of overdue training records by department, without departments that have none. */
  overdue: readonly { department: string; records: number }[];
}

type Card = Parameters<typeof documentNumber>[0] & Pick<NamedDocument, 'version' | 'name'> & { document: string };

/** Most documents of one kind; the rest is counted. */
const longestSection = 5;

/** The number of a person's open tasks. */
export const digestTotal = ({ training, cards }: DigestFacts): number =>
  training.total + Object.values(cards).reduce((sum, { total }) => sum + total, 0);

function section<T>(
  heading: string,
  { items, total }: { items: readonly T[]; total: number },
  toDocument: (item: T) => EmailDocument,
): EmailSection[] {
  if (total === 0) return [];
  const documents = items.slice(0, longestSection).map(toDocument);
  return [{ heading, documents, ...moreOf(total - documents.length) }];
}

function openTasks(context: EmailContext, { training, cards }: DigestFacts): EmailSection[] {
  const { publicUrl, timeZone } = context;
  const date = (moment: Instant): string => showDate(moment, timeZone);
  /** A section of cards: the fact of each and the page where its task is done. */
  const cardSection = <C extends Card>(
    heading: string,
    list: { cards: readonly C[]; total: number },
    [factLabel, fact]: [string, (card: C) => string],
    [linkLabel, path]: [string, (card: C) => string],
  ): EmailSection[] =>
    section(heading, { items: list.cards, total: list.total }, (card) => ({
      number: documentNumber(card),
      version: card.version,
      name: card.name,
      facts: [{ label: factLabel, value: fact(card) }],
      link: { label: linkLabel, url: `${publicUrl}/dashboard/${path(card)}` },
    }));
  const page = (name: string) => (card: Card) => `docs/${card.document}/${name}`;
  return [
    ...section('Training to sign', training, (item) => trainingDocument(context, item)),
    ...cardSection(
      'Documents to approve',
      cards.approvals,
      ['Waiting since', ({ requestedAt }) => date(requestedAt)],
      ['Sign & Approve Document', ({ document }) => `approve/${document}`],
    ),
    ...cardSection(
      'Documents to approve for absent people',
      cards.forOthers,
      ['For', ({ absent, until }) => `${absent}, until ${showDate(until, 'UTC')}`],
      ['Sign & Approve Document', ({ document }) => `approve/${document}`],
    ),
    ...cardSection(
      'Final approval',
      cards.finalApprovals,
      ['Approved', ({ approvedAt }) => (approvedAt ? date(approvedAt) : 'Outside the system')],
      ['Approve', page('publish')],
    ),
    ...section('Imports to approve', { items: cards.imports.cards, total: cards.imports.total }, (card) => ({
      number: 'Import',
      version: '',
      name: card.source,
      facts: [{ label: 'Compared by', value: card.checkedBy }],
      link: { label: 'Approve the import', url: `${publicUrl}${addresses.importPage(card.import, 'approve')}` },
    })),
    ...cardSection(
      'Approvers to replace',
      cards.stuck,
      ['Cannot sign', ({ approver }) => approver],
      ['Replace approver', ({ document, approval }) => `docs/${document}/approvers/${approval}/replace`],
    ),
    ...cardSection(
      'Approvers to add',
      cards.withoutUnit,
      ['Asks nobody of', ({ unit }) => unit],
      ['Add approver', page('approvers')],
    ),
    ...cardSection(
      'Periodic review',
      cards.reviews,
      ['Due', ({ dueAt }) => date(dueAt)],
      ['Record review', page('periodic-review')],
    ),
    ...cardSection(
      'Rejected',
      cards.rejected,
      ['Rejected by', ({ rejectedBy }) => rejectedBy ?? 'An approver'],
      ['Revise', page('revise')],
    ),
    ...cardSection(
      'Change requests',
      cards.requests,
      ['Waiting', ({ requests }) => String(requests)],
      ['Decide', page('requests')],
    ),
    ...cardSection(
      'Your drafts',
      cards.drafts,
      ['Modified', ({ revisedAt }) => date(revisedAt)],
      ['Continue', page('revise')],
    ),
  ];
}

const overdueSection = ({ overdue }: DigestFacts): EmailSection[] =>
  overdue.length === 0
    ? []
    : [
        {
          heading: 'Overdue by department',
          facts: overdue.map(({ department, records }) => ({
            label: department,
            value: lasting(records, 'training record'),
            overdue: true,
          })),
        },
      ];

function summary({ training, cards, overdue }: DigestFacts, total: number): string {
  const toApprove = cards.approvals.total + cards.forOthers.total;
  const parts = [
    ...(training.total > 0 ? [`${inDigits(training.total)} to train on`] : []),
    ...(toApprove > 0 ? [`${inDigits(toApprove)} to approve`] : []),
    ...(overdue.length > 0 ? [`training overdue in ${counted(overdue.length, 'department')}`] : []),
  ];
  return `${capital(parts.length > 0 ? parts.join(', ') : counted(total, 'document'))}.`;
}

/** A person's open tasks, and for admins the overdue training of each department. */
export function weeklyDigest(context: EmailContext, facts: DigestFacts): Email {
  const { publicUrl, timeZone, organisation, to, now } = context;
  const { training } = facts;
  const total = digestTotal(facts);
  const overdue = training.overdue > 0 ? ` You have ${counted(training.overdue, 'overdue training record')}.` : '';
  const tab = training.total === total ? 'training' : 'manage';
  return {
    subject: total > 0 ? `Your open tasks at ${organisation}` : `Overdue training at ${organisation}`,
    preview: summary(facts, total),
    heading:
      total > 0 ? `${to.firstName}, you have ${counted(total, 'open task')}` : `${to.firstName}, training is overdue`,
    paragraphs: [`This is the status on ${showDate(now, timeZone)}.${overdue}`],
    sections: [...openTasks(context, facts), ...overdueSection(facts)],
    action:
      total > 0
        ? { label: 'Open your documents', url: `${publicUrl}/dashboard?tab=${tab}` }
        : { label: 'Open team members', url: `${publicUrl}/dashboard/users` },
    because: 'your organisation sends a weekly digest of open tasks',
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
