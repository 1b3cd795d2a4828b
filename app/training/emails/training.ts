import { listTraining, numberAndName, readAndSign, type OpenTraining } from '#app/kit/email/document-list.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { counted } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';

const reasons = {
  published: 'a document was published for your department',
  departments_changed: 'a document was assigned to your department',
  joined_department: 'you joined a department',
  confirmed: 'your account was confirmed',
  reactivated: 'your account was reactivated',
  lacking: 'an admin assigned training on an imported document',
  retraining: 'training on a document is repeated at an interval',
} as const;
export type TrainingReason = keyof typeof reasons;

/** To a person who was assigned training; `training` is not empty, the earliest due date first. */
export function trainingAssigned(
  context: EmailContext,
  { training, because }: { training: readonly OpenTraining[]; because: TrainingReason },
): Email {
  const { firstName } = context.to;
  const [first] = training;
  const due = showDate(first?.dueAt ?? context.now, context.timeZone);
  const only = training.length === 1 ? first : null;
  return {
    subject: only
      ? `Training: ${numberAndName(only.document)}`
      : `Training: ${training.length} documents to read and sign`,
    preview: only ? `Read and sign by ${due}.` : `The first is due on ${due}.`,
    heading: only
      ? `${firstName}, read and sign a document by ${due}`
      : `${firstName}, read and sign ${counted(training.length, 'document')}`,
    paragraphs: [readAndSign(training.length)],
    ...listTraining(context, training, Infinity),
    because: reasons[because],
  };
}

/** To a person whom `by` reminds of open training; `training` is not empty, the earliest due date first. */
export function trainingReminded(
  context: EmailContext,
  { training, by }: { training: readonly OpenTraining[]; by: string },
): Email {
  const { firstName } = context.to;
  const [first] = training;
  const due = showDate(first?.dueAt ?? context.now, context.timeZone);
  const overdue = (first?.dueAt ?? context.now) < context.now;
  const only = training.length === 1 ? first : null;
  return {
    subject: only
      ? `Reminder: ${numberAndName(only.document)}`
      : `Reminder: ${training.length} documents to read and sign`,
    preview: `${by} reminds you: ${overdue ? `training was due on ${due}` : `read and sign by ${due}`}.`,
    heading: only
      ? `${firstName}, this document waits for your training`
      : `${firstName}, ${counted(training.length, 'document')} wait for your training`,
    paragraphs: [`${by} reminds you of ${only ? 'it' : 'them'}. ${readAndSign(training.length)}`],
    ...listTraining(context, training, Infinity),
    because: only ? 'the document is assigned to you for training' : 'the documents are assigned to you for training',
  };
}
