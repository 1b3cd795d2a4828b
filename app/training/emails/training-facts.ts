import { sql } from 'kysely';
import { decode } from '#events/catalogue.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { OpenTraining } from '#app/kit/email/document-list.ts';
import type { Email } from '#app/kit/email/email.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { trainingAssigned, trainingReminded, type TrainingReason } from './training.ts';

/** Which training: these records, a person's, or what a person had been assigned by a moment. */
type Selection = { records: readonly string[]; user?: string } | { user: string; assignedBy: Instant };

/** Open training for emails, with the name of each version and its person. The earliest due date first. */
export async function readTraining(
  database: Pick<Database, 'read'>,
  org: string,
  selection: Selection,
): Promise<(OpenTraining & { person: string; user: string })[]> {
  const rows = await database.read(org, (db) => {
    const open = db
      .selectFrom('read.training_record as r')
      .innerJoin('read.document as d', 'd.uid', 'r.document_uid')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'r.document_uid').onRef('v.version', '=', 'r.version'),
      )
      .innerJoin('read.user_account as u', 'u.uid', 'r.user_uid')
      .select(['r.uid as record', 'r.due_at as dueAt', 'u.uid as user', 'u.full_name as person'])
      .select(['d.uid', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum', 'v.version', 'v.name'])
      .where('r.status', '=', 'OPEN')
      .orderBy('r.due_at')
      .orderBy('v.name_folded')
      .orderBy('u.full_name_folded');
    const { user } = selection;
    const selected =
      'records' in selection
        ? // One array parameter: a reminder may name more records than a statement can have parameters.
          open.where(sql<boolean>`r.uid = any(${selection.records}::uuid[])`)
        : open.where('r.assigned_at', '<=', selection.assignedBy);
    return (user === undefined ? selected : selected.where('r.user_uid', '=', user)).execute();
  });
  return rows.map(({ record, dueAt, user, person, ...document }) => ({
    record,
    dueAt,
    user,
    person,
    document: {
      uid: document.uid,
      number: documentNumber(document),
      version: document.version,
      name: document.name,
    },
  }));
}

/**
 * One email for everything that one event assigned to a person and that is still open. After a confirmation it lists
 * all training assigned until then, because an invited person gets no email about training.
 */
export async function trainingAssignedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, about, recipient, context } = input;
  const user = recipient.uid;
  const write = async (selection: Parameters<typeof readTraining>[2], because: TrainingReason) => {
    const training = await readTraining(ports.database, org, selection);
    if (training.length === 0) return skip('none of the training is still open');
    return trainingAssigned(context, { training, because });
  };
  if (event?.type === 'UserConfirmed') return write({ user, assignedBy: event.recordedAt }, 'confirmed');
  if (event?.type === 'UserReconfirmed') return write({ user, assignedBy: event.recordedAt }, 'reactivated');
  if (event?.type !== 'TrainingAssigned') return skip('the event assigns no training');
  const { assignments, because } = event.data;
  const records = about ?? assignments.filter((one) => one.user === user).map(({ record }) => record);
  return write({ user, records }, because);
}

/** One email for everything that one command reminds a person of and that is still open. */
export async function trainingRemindedEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, event, recipient, context } = input;
  if (event?.type !== 'TrainingReminded') return skip('the event reminds nobody');
  const { events } = await ports.ledger.readStream(org, event.stream);
  const together = events.filter(({ commandId }) => commandId === event.commandId).map(decode);
  if (together[0]?.position !== event.position) return skip('the email of another event includes it');
  const records = together.flatMap(({ type, data }) => (type === 'TrainingReminded' ? [data.record] : []));
  const training = await readTraining(ports.database, org, { user: recipient.uid, records });
  if (training.length === 0) return skip('the training is not open any more');
  return trainingReminded(context, { training, by: doerOf(event, 'Somebody') });
}
