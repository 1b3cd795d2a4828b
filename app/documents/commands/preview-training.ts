import { sql } from 'kysely';
import { z } from 'zod';
import { ok, type Result } from '#events/failures.ts';
import { isAfter, type Instant } from '#events/time.ts';
import { personalCommand, type Intent, type SignedInContext } from '#app/kit/command/command.ts';
import { assignedIn, carriedIn, previewTokenOf } from '#app/documents/commands/preview-token.ts';
import { intendPublication } from '#app/documents/commands/publish.ts';
import { intendReschedule } from '#app/documents/commands/reschedule.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** A person who would be assigned training. */
export interface PreviewedPerson {
  uid: string;
  name: string;
  /** Invited, and has not confirmed yet. */
  invited: boolean;
  /** Has never signed a training record on any version of the document. */
  isNew: boolean;
  /** Overdue from the effective date on, unless signed before it. */
  overdue: boolean;
  dueAt: Instant;
}

/** The effect of a command on training at this moment. People in several departments count once. */
export interface TrainingPreview {
  /** The token that the command compares. */
  previewToken: string;
  /** Null if the date stays, or is past for a document that is effective external to the system. */
  effectiveAt: Instant | null;
  /** Training is waived. */
  waived: boolean;
  assigned: number;
  isNew: number;
  overdue: number;
  /** People whose signature on an earlier version counts, and those assigned who have training open on one. */
  carried: number;
  stayOpen: number;
  /** Open records that would be cancelled, and those whose due date would move. */
  cancelled: number;
  moved: number;
  /** The chosen departments by name, each with the people who would be assigned. */
  departments: { uid: string; name: string; people: PreviewedPerson[] }[];
}

/**
 * Previews final approval, or with `scheduled` a change of a scheduled or effective version: the same decision, of
 * which nothing is recorded. Refuses as the command would.
 */
export const previewTraining = personalCommand({
  name: 'document.preview_training',
  input: z.object({
    document: sentUid(),
    departments: z.array(sentUid()),
    /** An `Instant`; absent if the date stays. */
    effectiveAt: z.string().nullish(),
    waiveTraining: z.boolean().default(false),
    scheduled: z.boolean().default(false),
  }),
  permission: 'document.publish',
  refusedAs: 'publish_requires_admin',
  async run({ scheduled, ...input }, context): Promise<Result<TrainingPreview>> {
    const intent = await (scheduled
      ? intendReschedule({ ...input, previews: true }, context)
      : intendPublication({ ...input, effectiveAt: input.effectiveAt ?? null, previews: true }, context));
    if (!intent.ok) return intent;
    const { writes } = intent.value;
    const departments = await peopleByDepartment(context, input, writes);
    const people = [
      ...new Map(departments.flatMap((one) => one.people.map((person) => [person.uid, person]))).values(),
    ];
    const records = (type: 'TrainingCancelled' | 'TrainingDueChanged') =>
      writes
        .flatMap(({ events }) => events)
        .reduce((sum, event) => sum + (event.type === type ? event.data.records.length : 0), 0);
    const holders = await holdersOf(context, input.document);
    return ok({
      previewToken: previewTokenOf(input, writes),
      effectiveAt: input.effectiveAt && isAfter(input.effectiveAt, context.now) ? input.effectiveAt : null,
      waived: input.waiveTraining,
      assigned: people.length,
      isNew: people.filter(({ isNew }) => isNew).length,
      overdue: people.filter(({ overdue }) => overdue).length,
      carried: carriedIn(writes).length,
      stayOpen: input.waiveTraining ? people.filter(({ uid }) => holders.has(uid)).length : 0,
      cancelled: records('TrainingCancelled'),
      moved: records('TrainingDueChanged'),
      departments,
    });
  },
});

type Input = { document: string; departments: string[]; effectiveAt?: Instant | null | undefined };

/** The uids of the people with open training on the document. */
async function holdersOf({ ports, org }: SignedInContext, document: string): Promise<Set<string>> {
  const rows = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.training_record')
      .select('user_uid')
      .where('document_uid', '=', document)
      .where('status', '=', 'OPEN')
      .execute(),
  );
  return new Set(rows.map((row) => row.user_uid));
}

/** The people whom the writes assign, by chosen department. */
async function peopleByDepartment(
  { ports, org }: SignedInContext,
  { document, departments, effectiveAt }: Input,
  writes: Intent<unknown>['writes'],
): Promise<TrainingPreview['departments']> {
  const due = new Map(assignedIn(writes).map(({ user, dueAt }) => [user, dueAt]));
  if (departments.length === 0) return [];
  const rows = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.department as d')
      .leftJoin('read.user_department as m', 'm.department_uid', 'd.uid')
      .leftJoin('read.user_account as u', 'u.uid', 'm.user_uid')
      .leftJoin(
        db
          .selectFrom('read.training_record')
          .select('user_uid')
          .distinct()
          .where('document_uid', '=', document)
          .where('status', '=', 'COMPLETED')
          .as('t'),
        't.user_uid',
        'u.uid',
      )
      .select(['d.uid as department', 'd.name as departmentName', 'u.uid', nameApart('u').as('name'), 'u.status'])
      .select(sql<boolean>`t.user_uid is null`.as('isNew'))
      .where('d.uid', 'in', departments)
      .orderBy(inOrder('d.name_folded'))
      .orderBy('u.full_name_folded')
      .orderBy('u.uid')
      .execute(),
  );
  const found = new Map<string, TrainingPreview['departments'][number]>();
  for (const { department, departmentName, uid, name, status, isNew } of rows) {
    const entry = found.get(department) ?? { uid: department, name: departmentName, people: [] };
    found.set(department, entry);
    const dueAt = uid === null ? undefined : due.get(uid);
    if (uid === null || dueAt === undefined) continue;
    const overdue = typeof effectiveAt === 'string' && !isAfter(dueAt, effectiveAt);
    entry.people.push({ uid, name: name ?? '', isNew, invited: status === 'INVITED', overdue, dueAt });
  }
  return [...found.values()];
}
