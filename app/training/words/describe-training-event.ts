import type { trainingEvents } from '#events/training/events.ts';
import type { Descriptions, EventContext, PeopleConcerned } from '#app/kit/words/event-description.ts';
import { movedDates, people, printed, records, sentenceCase } from '#app/kit/words/phrases.ts';
import { showDate } from '#app/ui/text/date.ts';

/** Why training was assigned, as a clause. */
export const assignedBecause = {
  published: 'because the version was published',
  departments_changed: "because the document's departments changed",
  joined_department: 'because of the departments that they joined',
  confirmed: 'because the account was confirmed',
  reactivated: 'because the account was reactivated',
  lacking: 'because they lacked it on an imported version',
  retraining: 'because training is repeated at an interval',
  imported: 'as an imported library claims',
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

interface Concerned<T> {
  /** The records that belong to the trail or log. */
  own: T[];
  /** Those that are named. In the log of a person who only caused the event nobody is. */
  named: T[];
  /** A sentence on the others of the same event. */
  others: string;
}

/** The records of a batch that a trail or log is about. */
function concernedOf<T extends { document: string; user: string }>(
  batch: readonly T[],
  { document, person }: EventContext,
): Concerned<T> {
  const ofDocument = batch.filter((record) => document === undefined || record.document === document);
  const theirs = ofDocument.filter((record) => person === undefined || record.user === person);
  if (theirs.length === 0) return { own: ofDocument, named: [], others: '' };
  const others = batch.length - theirs.length;
  const of = person === undefined ? 'documents' : 'people';
  return {
    own: theirs,
    named: theirs,
    others: others > 0 ? ` The same event concerns ${records(others)} of other ${of}.` : '',
  };
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
    const { own, named, others } = concernedOf(assignments, context);
    const [one] = named;
    const to = user?.name ?? (one && context.person ? context.personName(one.user) : people(own.length));
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
      people: grouped(
        named,
        ({ version, dueAt }) => `Version ${version}, due ${showDate(dueAt, context.zone)}`,
        context,
      ),
      hidden: own.length === 0,
    };
  },
  TrainingCarriedOver: ({ records: carried }, context) => {
    const { own, named, others } = concernedOf(carried, context);
    return {
      subject: 'The system',
      sentence: `carried training over for ${people(own.length)}`,
      note: `They signed an earlier version.${others}`,
      people: grouped(named, ({ version, from }) => `Version ${version}, carried over from ${from}`, context),
    };
  },
  TrainingCancelled: ({ because, records: cancelled }, context) => {
    const { own, named, others } = concernedOf(cancelled, context);
    return {
      subject: 'The system',
      sentence: `cancelled ${records(own.length)}`,
      note: `${sentenceCase(cancelledBecause[because])}.${others}`,
      people: grouped(named, ({ version }) => `Version ${version}`, context),
    };
  },
  TrainingDueChanged: ({ records: moved }, context) => {
    const { own, named, others } = concernedOf(moved, context);
    const fact = (record: (typeof moved)[number]) => {
      const due = movedDates(record, context.zone);
      return `Version ${record.version}, due ${due.new} instead of ${due.old}`;
    };
    return {
      subject: 'The system',
      sentence: `moved the due date of ${records(own.length)}`,
      note: `Because the effective date changed.${others}`,
      people: grouped(named, fact, context),
    };
  },
  TrainingImported: ({ user, version, completedOn, kind, trainer, score, evidence }) => ({
    sentence: `imported the training of ${user.name} on version ${version}`,
    note: [
      `Completed on ${completedOn} (${kind}), as claimed by the source.`,
      ...(trainer ? [`Trainer: ${trainer}.`] : []),
      ...(score ? [`Score: ${score}.`] : []),
      ...(evidence ? [`Evidence: ${evidence.name}.`] : []),
    ].join(' '),
  }),
  TrainingReminded: ({ user, document, version, dueAt }, { documentTitle, zone }) => ({
    sentence:
      `reminded ${user.name} of the training on version ${version}` + (documentTitle ? ` of ${document.name}` : ''),
    note: `Due ${showDate(dueAt, zone)}. An email was sent.`,
  }),
  TrainingCompleted: ({ document, version, signature }, { documentTitle }) => ({
    sentence:
      `signed the training record for version ${version}` +
      (documentTitle?.(document) ? ` of ${documentTitle(document)}` : ''),
    note: printed(signature),
    signature,
  }),
};
