import type { trainingEvents } from '#events/training/events.ts';
import type { Descriptions, EventContext, PeopleConcerned } from '#app/wording/event-description.ts';
import { movedDates, people, printed, records, sentenceCase } from '#app/wording/phrases.ts';
import { showDate } from '#app/ui/text/date.ts';

/** Why training was assigned, as a clause. */
export const assignedBecause = {
  published: 'because the version was published',
  departments_changed: "because the document's departments changed",
  joined_department: 'because of the departments that they joined',
  confirmed: 'because the account was confirmed',
  reactivated: 'because the account was reactivated',
  retraining: 'because training is repeated at an interval',
  carried_over: 'because an earlier version was signed and training is carried over',
} as const;
export const cancelledBecause = {
  superseded: 'because a newer version came into force',
  retired: 'because the document was retired',
  withdrawn: 'because the scheduled version was withdrawn',
  department_removed: 'because a department was removed',
  person_left_department: 'because the person left a department',
  person_deactivated: 'because the person was deactivated',
} as const;

/** The records of a batch that belong to the trail, and a sentence on the others. */
function ownRecords<T extends { document: string; user: string }>(
  batch: readonly T[],
  { document, person }: EventContext,
): [T[], string] {
  const own = batch.filter(
    (record) =>
      (document === undefined || record.document === document) && (person === undefined || record.user === person),
  );
  const others = batch.length - own.length;
  return [
    own,
    others > 0
      ? ` The same event concerns ${records(others)} of other ${person === undefined ? 'documents' : 'people'}.`
      : '',
  ];
}

function grouped<T extends { user: string; document: string }>(
  batch: readonly T[],
  fact: (record: T) => string,
  { personName, documentTitle }: EventContext,
): PeopleConcerned[] {
  const groups = new Map<string, string[]>();
  for (const record of batch) {
    const title = documentTitle?.(record.document);
    const words = title ? `${title}: ${fact(record).replace('Version', 'version')}` : fact(record);
    const names = groups.get(words) ?? [];
    names.push(personName(record.user));
    groups.set(words, names);
  }
  return [...groups].map(([name, names]) => ({ fact: name, names: names.sort((a, b) => a.localeCompare(b, 'en')) }));
}

/** The events of training, in words. */
export const trainingDescriptions: Descriptions<keyof typeof trainingEvents> = {
  TrainingAssigned: ({ because, assignments, user }, context) => {
    const [own, others] = ownRecords(assignments, context);
    const to = user?.name ?? people(own.length);
    const count = own.length === 0 ? '' : `${records(own.length)}, `;
    // Leaving a department is recorded with the same cause as joining one.
    const why =
      own.length === 0 && because === 'joined_department' && user
        ? `after a change of the departments or the status of ${user.name}`
        : assignedBecause[because];
    return {
      subject: 'The system',
      sentence: own.length === 0 ? 'assigned no new training' : `assigned training to ${to}`,
      note: sentenceCase(`${count}${why}.${others}`),
      people: grouped(own, ({ version, dueAt }) => `Version ${version}, due ${showDate(dueAt, context.zone)}`, context),
      hidden: own.length === 0,
    };
  },
  TrainingCarriedOver: ({ records: carried }, context) => {
    const [own, others] = ownRecords(carried, context);
    return {
      subject: 'The system',
      sentence: `carried training over for ${people(own.length)}`,
      note: `They signed an earlier version.${others}`,
      people: grouped(own, ({ version, from }) => `Version ${version}, carried over from ${from}`, context),
    };
  },
  TrainingCancelled: ({ because, records: cancelled }, context) => {
    const [own, others] = ownRecords(cancelled, context);
    return {
      subject: 'The system',
      sentence: `cancelled ${records(own.length)}`,
      note: `${sentenceCase(cancelledBecause[because])}.${others}`,
      people: grouped(own, ({ version }) => `Version ${version}`, context),
    };
  },
  TrainingDueChanged: ({ records: moved }, context) => ({
    subject: 'The system',
    sentence: `moved the due date of ${records(moved.length)}`,
    note: 'Because the effective date changed.',
    people: grouped(
      moved,
      (record) => {
        const due = movedDates(record, context.zone);
        return `Version ${record.version}, due ${due.new} instead of ${due.old}`;
      },
      context,
    ),
  }),
  TrainingCompleted: ({ document, version, signature }, { documentTitle }) => ({
    sentence: `signed the training record for version ${version}${documentTitle?.(document) ? ` of ${documentTitle(document)}` : ''}`,
    note: printed(signature),
    signature,
  }),
};
