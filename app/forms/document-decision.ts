import { z } from 'zod';
import { parseDate } from '#app/forms/date.ts';
import { line, people, addProblems } from '#app/forms/document.ts';
import { requiredReason } from '#app/forms/reason.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { texts } from '#events/texts.ts';

interface Calendar {
  /** IANA name: a date means 00:00 in it. */
  zone: string;
  /** ISO 8601 in UTC. */
  now: string;
  /** Already effective outside the system: the date need not lie ahead. */
  mayBePast: boolean;
}

/** What is wrong with a typed effective date, in the specification's words; null where nothing is. */
function dateProblem(text: string, { zone, now, mayBePast }: Calendar): string | null {
  if (text === '') return texts.required;
  const moment = parseDate(text, zone);
  if (moment === null) return texts.invalid;
  return mayBePast || Date.parse(moment) > Date.parse(now) ? null : texts.futureDate;
}

const departmentsProblem = (departments: readonly string[]): string | null =>
  departments.length === 0 ? texts.required : null;

/** Final approval: departments, date as text, whether training is waived. Answers the date as ISO 8601 in UTC. */
export const publishForm = (calendar: Calendar) =>
  z
    .object({
      effectiveDate: line,
      departments: people,
      waiveTraining: z.boolean({ error: texts.invalid }).default(false),
    })
    .superRefine((form, context) =>
      addProblems(context, {
        effectiveDate: dateProblem(form.effectiveDate, calendar),
        departments: departmentsProblem(form.departments),
      }),
    )
    .transform((form) => ({ ...form, effectiveDate: parseDate(form.effectiveDate, calendar.zone) }));

/** What is scheduled already: its moment, ISO 8601 in UTC. */
interface Schedule extends Calendar {
  scheduledAt: string | null;
}

/**
 * The typed text where it is the day that the document is scheduled for. The field shows a day of a moment that a call,
 * or another time zone, may have set: to send it back as it stands must move nothing.
 */
function isScheduledDay(text: string, { zone, scheduledAt }: Schedule): boolean {
  const moment = parseDate(text, zone);
  return moment !== null && scheduledAt !== null && isoDay(moment, zone) === isoDay(scheduledAt, zone);
}

/** What may still change of a scheduled document: its date and its departments. */
export const scheduleForm = (schedule: Schedule) =>
  z
    .object({ effectiveDate: line, departments: people })
    .superRefine((form, context) =>
      addProblems(context, {
        effectiveDate: isScheduledDay(form.effectiveDate, schedule) ? null : dateProblem(form.effectiveDate, schedule),
        departments: departmentsProblem(form.departments),
      }),
    )
    .transform((form) => ({
      ...form,
      effectiveDate: isScheduledDay(form.effectiveDate, schedule)
        ? schedule.scheduledAt
        : parseDate(form.effectiveDate, schedule.zone),
    }));

/** The departments of a document in force. */
export const departmentsForm = z
  .object({ departments: people })
  .superRefine((form, context) => addProblems(context, { departments: departmentsProblem(form.departments) }));

/** A reason and nothing else. */
export const reasonForm = z.object({ reason: requiredReason });

/** One more approver. The field has the name that the refusals of the rule give it. */
export const addApproverForm = z
  .object({ approvers: sentUid(texts.required) })
  .transform(({ approvers: user }) => ({ user }));

/** An approver who need not sign any more; the reason may be left out. */
export const removeApproverForm = z
  .object({ approval: sentUid(texts.required), reason: line })
  .superRefine(({ reason }, context) => addProblems(context, { reason: reason === '' ? null : reasonProblem(reason) }));

/** Somebody else in the place of an approver, for a reason. */
export const replaceApproverForm = z
  .object({ approvers: sentUid(texts.required), reason: requiredReason })
  .transform(({ approvers: user, reason }) => ({ user, reason }));

/** The outcome of a periodic review. That no change is needed has its reason; for a revision it may be left out. */
export const reviewForm = z
  .object({ outcome: z.enum(['no_change_needed', 'revise'], { error: texts.required }), comment: line })
  .superRefine(({ outcome, comment }, context) =>
    addProblems(context, {
      comment: outcome === 'no_change_needed' ? reasonProblem(comment) : commentProblem(comment),
    }),
  );
