import { sql } from 'kysely';
import { isAdmin, roleMay } from '#events/permissions.ts';
import { typeLabel } from '#events/document/type.ts';
import type { NoticeRequest } from '#app/email/claim.ts';
import type { Written } from '#app/email/deliver.ts';
import type { LetterContext } from '#app/email/email.ts';
import { digestTotal, weeklyDigest } from '#app/email/templates/digest.ts';
import type { NamedDocument } from '#app/email/templates/documents.ts';
import * as letters from '#app/email/templates/reminders.ts';
import type { Recipient } from '#app/email/recipient.ts';
import { readTraining } from '#app/email/training-facts.ts';
import type { Ports } from '#app/ports.ts';
import { readDigest } from '#app/queries/reminder/digest.ts';

interface Desk {
  ports: Pick<Ports, 'database'>;
  request: NoticeRequest;
  recipient: Recipient;
  context: LetterContext;
}

const skip = (why: string): Written => ({ skip: why });

/** Writes a letter of the clock's from what is true now: what was signed, cancelled or recorded since it was noted is left out. */
export async function writeNotice(desk: Desk): Promise<Written> {
  if (desk.recipient.status !== 'ACTIVE') return skip(`the recipient is ${desk.recipient.status}`);
  switch (desk.request.kind) {
    case 'training-due':
    case 'training-overdue':
      return ownTraining(desk);
    case 'training-escalated':
      return trainingOfOthers(desk);
    case 'approval-waiting':
      return approvalWaiting(desk);
    case 'review-due':
      return periodicReview(desk);
    case 'weekly-digest':
      return digest(desk);
  }
}

async function ownTraining({ ports, request, recipient, context }: Desk): Promise<Written> {
  const { org, kind, about: records } = request;
  const open = await readTraining(ports.database, org, { records, user: recipient.uid });
  const late = kind === 'training-overdue';
  const training = open.filter(({ dueAt }) => dueAt < context.now === late);
  if (training.length === 0) return skip('none of the training is open any more');
  return { letter: late ? letters.trainingOverdue(context, training) : letters.trainingDue(context, training) };
}

async function trainingOfOthers({ ports, request, recipient, context }: Desk): Promise<Written> {
  if (!isAdmin(recipient.role)) return skip('the recipient is no admin any more');
  const open = await readTraining(ports.database, request.org, { records: request.about });
  const overdue = open.filter(({ dueAt }) => dueAt < context.now);
  if (overdue.length === 0) return skip('none of the training is overdue any more');
  return { letter: letters.trainingEscalated(context, overdue) };
}

type DocumentRow = {
  uid: string;
  type: Parameters<typeof typeLabel>[0];
  functional_area: string;
  doc_num: string;
  version: string;
  name: string;
};

const named = ({ uid, type, functional_area: area, doc_num: docNum, version, name }: DocumentRow): NamedDocument => ({
  uid,
  number: [typeLabel(type), area, docNum].join(' - '),
  version,
  name,
});

async function approvalWaiting({ ports, request, recipient, context }: Desk): Promise<Written> {
  if (!roleMay(recipient.role, 'approval.sign')) return skip('the recipient cannot sign any more');
  const rows = await ports.database.read(request.org, (db) =>
    db
      .selectFrom('read.approval as a')
      .innerJoin('read.document as d', (join) =>
        join.onRef('d.uid', '=', 'a.document_uid').onRef('d.version', '=', 'a.version'),
      )
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .select(['d.uid', 'd.type', 'd.functional_area', 'd.doc_num', 'd.version', 'd.name'])
      .select(['o.full_name as owner', 'a.requested_at as requestedAt'])
      .where('a.uid', 'in', request.about)
      .where('a.user_uid', '=', recipient.uid)
      .where('a.status', '=', 'OPEN')
      .where('d.status', '=', 'IN_REVIEW')
      .orderBy('a.requested_at')
      .execute(),
  );
  if (rows.length === 0) return skip('none of the approvals is open any more');
  const open = rows.map(({ owner, requestedAt, ...row }) => ({ document: named(row), owner, requestedAt }));
  return { letter: letters.approvalWaiting(context, open) };
}

async function periodicReview({ ports, request, recipient, context }: Desk): Promise<Written> {
  const { uid: person, role } = recipient;
  const rows = await ports.database.read(request.org, (db) =>
    db
      .selectFrom('read.document as d')
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .select(['d.uid', 'd.type', 'd.functional_area', 'd.doc_num', 'd.version', 'd.name'])
      .select(['o.uid as owner', 'o.full_name as ownerName', sql<string>`d.review_due_at`.as('dueAt')])
      .where('d.uid', 'in', request.about)
      .where('d.status', '=', 'EFFECTIVE')
      .where('d.review_due_at', '<=', context.now)
      .orderBy('d.review_due_at')
      .execute(),
  );
  const own = rows.filter(({ owner }) => isAdmin(role) || (owner === person && roleMay(role, 'document.manage_own')));
  if (own.length === 0) return skip('none of the documents is due for review any more');
  const due = own.map(({ owner, ownerName, dueAt, ...row }) => ({
    document: named(row),
    owner: { uid: owner, name: ownerName },
    dueAt,
  }));
  return { letter: letters.reviewDue(context, due, person) };
}

async function digest({ ports, request, recipient, context }: Desk): Promise<Written> {
  const facts = await ports.database.read(request.org, (db) => readDigest(db, recipient, context.now));
  if (digestTotal(facts) === 0 && facts.overdue.length === 0) return skip('nothing waits for this person');
  return { letter: weeklyDigest(context, facts) };
}
