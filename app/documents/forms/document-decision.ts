import { z } from 'zod';
import { parseDate } from '#app/kit/forms/date.ts';
import { line, people, addProblems } from '#app/documents/forms/document.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { invalidDate, texts } from '#events/texts.ts';
import { isAfter, type Instant } from '#events/time.ts';

interface Calendar {
  /** IANA name: a date means 00:00 in it. */
  zone: string;
  now: Instant;
  /** Externally effective: the date may be in the past. */
  mayBePast: boolean;
}

/** The problem of an effective date, in the specification's words; null if there is none. */
function dateProblem(text: string, { zone, now, mayBePast }: Calendar): string | null {
  if (text === '') return texts.required;
  const moment = parseDate(text, zone);
  if (moment === null) return invalidDate;
  return mayBePast || isAfter(moment, now) ? null : texts.futureDate;
}

const departmentsProblem = (departments: readonly string[]): string | null =>
  departments.length === 0 ? texts.required : null;

/** Final approval: departments, date as text, and whether training is waived. Outputs an `Instant`. */
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

/** The effective date that is scheduled. */
interface Schedule extends Calendar {
  scheduledAt: Instant | null;
  /** The IANA zone of its day. */
  scheduledZone: string | null;
}

/**
 * Whether the text is the day that is scheduled already. The date may have been set with a time, or in another zone:
 * sending the same day back must not move it.
 */
function isScheduledDay(text: string, { zone, scheduledAt, scheduledZone }: Schedule): boolean {
  const moment = parseDate(text, zone);
  return moment !== null && scheduledAt !== null && isoDay(moment, zone) === isoDay(scheduledAt, scheduledZone ?? zone);
}

/** A scheduled document's date and departments. */
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

/** The departments of an effective document. */
export const departmentsForm = z
  .object({ departments: people })
  .superRefine((form, context) => addProblems(context, { departments: departmentsProblem(form.departments) }));

/** Another owner. */
export const transferForm = z.object({ owner: sentUid(texts.required) });

const approverField = { approvers: sentUid(texts.required) };

/** One more approver, along a route in a step (its number). The field has the name that refusals use. */
export const addApproverForm = z
  .object({ ...approverField, step: z.coerce.number({ error: texts.invalid }).int().positive().optional() })
  .transform(({ approvers: user, step }) => ({ user, step }));

/** Removes an approver. */
export const removeApproverForm = z.object({ approval: sentUid(texts.required) });

/** Replaces an approver. */
export const replaceApproverForm = z.object(approverField).transform(({ approvers: user }) => ({ user }));

/** The outcome of a periodic review. The reason is optional only if the document will be revised. */
export const reviewForm = z
  .object({ outcome: z.enum(['no_change_needed', 'revise'], { error: texts.required }), comment: line })
  .superRefine(({ outcome, comment }, context) =>
    addProblems(context, {
      comment: outcome === 'no_change_needed' ? reasonProblem(comment) : commentProblem(comment),
    }),
  );
