import { roleMay } from '#events/permissions.ts';
import { dayIn } from '#events/time.ts';
import type { Email } from '#app/kit/email/email.ts';
import { deputies } from '#app/approval-routes/queries/deputies.ts';
import { openInSteps } from '#app/approval-routes/queries/open-in-steps.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import * as words from './steps.ts';
import { skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** Those of the named approvals that are still open, the first due first, with whether the recipient is a deputy. */
const readStepApprovals = ({ ports, org, about = [], recipient, context }: TemplateInput) =>
  ports.database.read(org, async (db) => {
    const rows = await openInSteps(db)
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .select(['d.uid', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum', 'd.version', 'd.name'])
      .select(['a.uid as approval', 'a.user_uid as user', 'a.user_name as approver', 'o.uid as ownerUid'])
      .select(['o.full_name as owner', 't.step as number', 't.name as step'])
      .select((eb) => eb.ref('t.due_at').$notNull().as('dueAt'))
      .where('a.uid', 'in', [...about])
      .orderBy('a.uid')
      .execute();
    const found = await deputies(db, dayIn(context.now, context.timeZone))
      .where('s.deputy_uid', '=', recipient.uid)
      .execute();
    return rows.map(({ uid, type, functionalArea, docNum, version, name, number, step, ...row }) => ({
      ...row,
      document: { uid, number: documentNumber({ type, functionalArea, docNum }), version, name },
      step: `${number}, ${step}`,
      asDeputy: found.some(({ approval }) => approval === row.approval),
    }));
  });

async function ownSteps(input: TemplateInput) {
  if (!roleMay(input.recipient.role, 'approval.sign')) return [];
  const rows = await readStepApprovals(input);
  return rows.filter(({ user, asDeputy }) => user === input.recipient.uid || asDeputy);
}

/** To those who have not signed on the last day of a step. */
export async function stepDueEmail(input: TemplateInput): Promise<Email | Skip> {
  const items = (await ownSteps(input)).filter(({ dueAt }) => dueAt >= input.context.now);
  return items.length > 0 ? words.stepDue(input.context, items) : skip('none of the approvals is still open');
}

/** To those who have not signed when the days of a step are over. */
export async function stepOverdueEmail(input: TemplateInput): Promise<Email | Skip> {
  const items = await ownSteps(input);
  return items.length > 0 ? words.stepOverdue(input.context, items) : skip('none of the approvals is still open');
}

/** To the owner, and to the approver's manager or the admins. */
export async function stepEscalatedEmail(input: TemplateInput): Promise<Email | Skip> {
  const items = await readStepApprovals(input);
  if (items.length === 0) return skip('none of the approvals is still open');
  const ownsAll = items.every(({ ownerUid }) => ownerUid === input.recipient.uid);
  return words.stepEscalated(input.context, items, ownsAll);
}
