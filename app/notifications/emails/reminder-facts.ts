import { sql, type Kysely } from 'kysely';
import { isAdmin, roleMay } from '#events/permissions.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { Email } from '#app/kit/email/email.ts';
import { readTraining } from '#app/training/emails/training-facts.ts';
import { readDigest } from '#app/notifications/queries/reminders-digest.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { digestTotal, weeklyDigest } from './digest.ts';
import type { NamedDocument } from '#app/kit/email/document-list.ts';
import * as reminders from './reminders.ts';
import { skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** To a person whose training is due soon. */
export async function trainingDueEmail(input: TemplateInput): Promise<Email | Skip> {
  const training = (await openTraining(input, true)).filter(({ dueAt }) => dueAt >= input.context.now);
  return training.length > 0 ? reminders.trainingDue(input.context, training) : skip('none of the training is due');
}

/** To a person whose training is overdue. */
export async function trainingOverdueEmail(input: TemplateInput): Promise<Email | Skip> {
  const training = (await openTraining(input, true)).filter(({ dueAt }) => dueAt < input.context.now);
  if (training.length === 0) return skip('none of the training is overdue');
  return reminders.trainingOverdue(input.context, training);
}

/** To an admin, about other people's overdue training. */
export async function trainingEscalatedEmail(input: TemplateInput): Promise<Email | Skip> {
  if (!isAdmin(input.recipient.role)) return skip('the recipient is not an admin');
  const training = (await openTraining(input, false)).filter(({ dueAt }) => dueAt < input.context.now);
  if (training.length === 0) return skip('none of the training is overdue');
  return reminders.trainingEscalated(input.context, training);
}

const openTraining = ({ ports, org, about = [], recipient }: TemplateInput, ownOnly: boolean) =>
  readTraining(ports.database, org, { records: about, ...(ownOnly ? { user: recipient.uid } : {}) });

const documents = (db: Kysely<Database>) =>
  db
    .selectFrom('read.document as d')
    .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
    .select(['d.uid', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum', 'd.version', 'd.name'])
    .select(['o.uid as ownerUid', 'o.full_name as owner']);

type DocumentRow = Awaited<ReturnType<ReturnType<typeof documents>['execute']>>[number];

const toNamedDocument = (row: DocumentRow): NamedDocument => ({
  uid: row.uid,
  number: documentNumber(row),
  version: row.version,
  name: row.name,
});

/** To an approver whose approvals have waited long. */
export async function approvalWaitingEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, about = [], recipient, context } = input;
  if (!roleMay(recipient.role, 'approval.sign')) return skip('the recipient cannot sign');
  const rows = await ports.database.read(org, (db) =>
    documents(db)
      .innerJoin('read.approval as a', (join) =>
        join.onRef('a.document_uid', '=', 'd.uid').onRef('a.version', '=', 'd.version'),
      )
      .select('a.requested_at as requestedAt')
      .where('a.uid', 'in', [...about])
      .where('a.user_uid', '=', recipient.uid)
      .where('a.status', '=', 'OPEN')
      .where('d.status', '=', 'IN_REVIEW')
      .orderBy('a.requested_at')
      .execute(),
  );
  if (rows.length === 0) return skip('none of the approvals is still open');
  return reminders.approvalWaiting(
    context,
    rows.map((row) => ({ document: toNamedDocument(row), owner: row.owner, requestedAt: row.requestedAt })),
  );
}

/** To the owners and admins of documents whose periodic review is due. */
export async function reviewDueEmail(input: TemplateInput): Promise<Email | Skip> {
  const { ports, org, about = [], recipient, context } = input;
  const { uid: user, role } = recipient;
  const rows = await ports.database.read(org, (db) =>
    documents(db)
      .select(sql<string>`d.review_due_at`.as('dueAt'))
      .where('d.uid', 'in', [...about])
      .where('d.status', '=', 'EFFECTIVE')
      .where('d.review_due_at', '<=', context.now)
      .orderBy('d.review_due_at')
      .execute(),
  );
  const own = rows.filter((row) => isAdmin(role) || (row.ownerUid === user && roleMay(role, 'document.manage_own')));
  if (own.length === 0) return skip('none of the documents is due for review');
  const due = own.map((row) => ({
    document: toNamedDocument(row),
    owner: { uid: row.ownerUid, name: row.owner },
    dueAt: row.dueAt,
  }));
  return reminders.reviewDue(context, due, user);
}

/** To a person with open tasks, once a week. */
export async function weeklyDigestEmail({ ports, org, recipient, context }: TemplateInput): Promise<Email | Skip> {
  const facts = await ports.database.read(org, (db) => readDigest(db, recipient, context.now));
  if (digestTotal(facts) === 0 && facts.overdue.length === 0) return skip('the recipient has no open tasks');
  return weeklyDigest(context, facts);
}
