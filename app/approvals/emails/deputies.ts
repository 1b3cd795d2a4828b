import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { counted } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { listDocuments, numberAndName, type NamedDocument } from '#app/kit/email/document-list.ts';

/** A calendar day of the organisation, `2026-06-03`, as a date. */
const showDay = (day: string): string => showDate(day, 'UTC');

/** An open approval of an absent person, which the deputy may sign instead. `until`: the absence's last day. */
export interface ApprovalForOther {
  document: NamedDocument;
  owner: string;
  absent: string;
  until: string;
}

const listForOthers = ({ publicUrl }: EmailContext, items: readonly ApprovalForOther[]) =>
  listDocuments({
    items,
    document: ({ document, owner, absent, until }) => ({
      ...document,
      facts: [
        { label: 'For', value: `${absent}, until ${showDay(until)}` },
        { label: 'Owner', value: owner },
      ],
      link: { label: 'Read and sign', url: `${publicUrl}/dashboard/approve/${document.uid}` },
    }),
    all: { label: 'Open your documents', url: `${publicUrl}/dashboard?tab=manage` },
  });

const inYourName = 'You sign in your own name, and the signature says for whom.';

/** To the deputy of an approver who is absent while the approval is asked for. */
export function approvalRequestedOfDeputy(context: EmailContext, item: ApprovalForOther): Email {
  const { absent, until, document } = item;
  return {
    subject: `Approval requested for ${absent}: ${numberAndName(document)}`,
    preview: `${absent} is absent until ${showDay(until)}. You can sign instead.`,
    heading: `${context.to.firstName}, you can sign for ${absent}`,
    paragraphs: [
      `${absent} is asked to approve version ${document.version} of this document and is absent until ` +
        `${showDay(until)}. As the deputy you can sign to approve or reject it. ${inYourName}`,
    ],
    ...listForOthers(context, [item]),
    because: `you are the deputy of ${absent}`,
  };
}

/** The days of an absence, both included. */
export interface DeclaredAbsence {
  absent: string;
  from: string;
  until: string;
}

/** To the deputy, when an absence is declared; `items` are the approvals that are open already, possibly none. */
export function absenceDeclared(
  context: EmailContext,
  { absent, from, until, by }: DeclaredAbsence & { by: string },
  items: readonly ApprovalForOther[],
): Email {
  const { publicUrl, to } = context;
  const days = from === until ? `on ${showDay(from)}` : `from ${showDay(from)} until ${showDay(until)}`;
  const open = items.length === 0 ? '' : ` You can sign ${counted(items.length, 'document')} now.`;
  return {
    subject: `You are the deputy of ${absent} ${days}`,
    preview: `${absent} is absent ${days}.${open}`,
    heading: `${to.firstName}, you are the deputy of ${absent}`,
    paragraphs: [
      `${by === absent ? by : `${by} recorded that ${absent}`} is absent ${days} and named you as the deputy. On ` +
        `these days you can sign approvals that ${absent} is asked for. ${inYourName} Nobody trains in ` +
        'another’s place.',
    ],
    ...(items.length > 0
      ? listForOthers(context, items)
      : { sections: [], action: { label: 'Open absences', url: `${publicUrl}/absence` } }),
    because: `you are the deputy of ${absent}`,
  };
}

/** To the deputy on the first day of an absence that was declared earlier; `items` is not empty. */
export function absenceBegun(context: EmailContext, items: readonly ApprovalForOther[]): Email {
  const [{ absent, until }] = items as [ApprovalForOther];
  return {
    subject: `You are the deputy of ${absent} until ${showDay(until)}`,
    preview: `You can sign ${counted(items.length, 'document')} now.`,
    heading: `${context.to.firstName}, you are the deputy of ${absent} from today`,
    paragraphs: [`Until ${showDay(until)} you can sign these approvals for ${absent}. ${inYourName}`],
    ...listForOthers(context, items),
    because: `you are the deputy of ${absent}`,
  };
}
