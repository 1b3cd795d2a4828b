import type { Instant } from '#events/time.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { counted, inDigits } from '#app/ui/text/count.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { listDocuments, numberAndName, type NamedDocument } from '#app/kit/email/document-list.ts';

/** An open approval of a step. `due`: when the step's days end. */
export interface StepApproval {
  document: NamedDocument;
  owner: string;
  /** Number and name: `2, Quality unit`. */
  step: string;
  dueAt: Instant;
  /** The approver. */
  approver: string;
  /** The approver is absent, and the recipient can sign instead. */
  asDeputy: boolean;
}

function toSign(context: EmailContext, items: readonly StepApproval[]) {
  const { publicUrl, now } = context;
  return listDocuments({
    items,
    document: ({ document, owner, step, dueAt, approver, asDeputy }) => ({
      ...document,
      facts: [
        ...(asDeputy ? [{ label: 'For', value: approver }] : []),
        { label: 'Step', value: step },
        { label: 'Due', value: showMoment(dueAt), overdue: dueAt < now },
        { label: 'Owner', value: owner },
      ],
      link: { label: 'Read and sign', url: `${publicUrl}/dashboard/approve/${document.uid}` },
    }),
    all: { label: 'Open your documents', url: `${publicUrl}/dashboard?tab=manage` },
  });
}

const because = (items: readonly StepApproval[]): string =>
  items.every(({ asDeputy }) => asDeputy) ? 'you are the deputy of an approver' : 'you are named as an approver';

const signOrAsk = 'Sign to approve or reject. If you cannot, ask an Admin to name another approver.';

/** To an approver or the deputy, on the last day of a step; `items` is not empty. */
export function stepDue(context: EmailContext, items: readonly StepApproval[]): Email {
  const [first] = items as [StepApproval];
  const only = items.length === 1;
  return {
    subject: only
      ? `Approval due within a day: ${numberAndName(first.document)}`
      : `Approval due within a day: ${inDigits(items.length)} documents`,
    preview: `Due ${showMoment(first.dueAt)}.`,
    heading: only
      ? `${context.to.firstName}, a document needs your approval within a day`
      : `${context.to.firstName}, ${counted(items.length, 'document')} need your approval within a day`,
    paragraphs: [signOrAsk],
    ...toSign(context, items),
    because: because(items),
  };
}

/** To an approver or the deputy, once a step's days are over; `items` is not empty. */
export function stepOverdue(context: EmailContext, items: readonly StepApproval[]): Email {
  const [first] = items as [StepApproval];
  const only = items.length === 1;
  return {
    subject: only
      ? `Approval overdue: ${numberAndName(first.document)}`
      : `Approval overdue: ${inDigits(items.length)} documents`,
    preview: `It was due on ${showDate(first.dueAt, context.timeZone)}.`,
    heading: only
      ? `${context.to.firstName}, your approval of a document is overdue`
      : `${context.to.firstName}, your approval of ${counted(items.length, 'document')} is overdue`,
    paragraphs: [signOrAsk],
    ...toSign(context, items),
    because: because(items),
  };
}

/** To the owner and the approver's manager or the admins; `items` is not empty. */
export function stepEscalated(context: EmailContext, items: readonly StepApproval[], ownsAll: boolean): Email {
  const { publicUrl, to, timeZone } = context;
  const [first] = items as [StepApproval];
  const only = items.length === 1 ? first : null;
  const subject = only ? numberAndName(only.document) : `${inDigits(items.length)} signatures`;
  return {
    subject: `Not signed in time: ${subject}`,
    preview: `${first.approver} has not signed. It was due on ${showDate(first.dueAt, timeZone)}.`,
    heading: only
      ? `${to.firstName}, ${only.approver} has not signed in time`
      : `${to.firstName}, ${inDigits(items.length)} signatures are overdue`,
    paragraphs: [
      'The days of the step are over. Speak with the approver. An Admin can name another approver on the page of the ' +
        'document.',
    ],
    ...listDocuments({
      items,
      document: ({ document, owner, step, dueAt, approver }) => ({
        ...document,
        facts: [
          { label: 'Has not signed', value: approver },
          { label: 'Step', value: step },
          { label: 'Due', value: showDate(dueAt, timeZone), overdue: true },
          { label: 'Owner', value: owner },
        ],
        link: { label: 'Open the document', url: `${publicUrl}/dashboard/docs/${document.uid}` },
      }),
      all: { label: 'Open your documents', url: `${publicUrl}/dashboard?tab=manage` },
    }),
    because: ownsAll
      ? `you own ${only ? 'the document' : 'the documents'}`
      : 'you own the document, manage the approver or are an administrator',
  };
}
