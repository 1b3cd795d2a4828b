import { dayIn } from '#events/time.ts';
import type { Email } from '#app/kit/email/email.ts';
import { deputies } from '#app/approval-routes/queries/deputies.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { requestedApprovals } from './approval-facts.ts';
import * as words from './deputies.ts';
import { doerOf, skip, type Skip, type TemplateInput } from '#app/kit/email/template.ts';

/** The open approvals that the recipient may sign for absent people now: of these approvals, or of these absences. */
const readForOthers = (
  { ports, org, recipient, context }: TemplateInput,
  by: { approvals: readonly string[] } | { absences: readonly string[] },
): Promise<words.ApprovalForOther[]> =>
  ports.database.read(org, async (db) => {
    const [column, uids] = 'approvals' in by ? (['a.uid', by.approvals] as const) : (['s.uid', by.absences] as const);
    const rows = await deputies(db, dayIn(context.now, context.timeZone))
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .select(['d.uid', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum', 'd.version'])
      .select(['d.name as document', 'o.full_name as owner'])
      .where('s.deputy_uid', '=', recipient.uid)
      .where(column, 'in', [...uids])
      .orderBy('a.requested_at')
      .orderBy('a.uid')
      .execute();
    return rows.map(({ uid, document: name, version, owner, name: absent, until, ...number }) => ({
      document: { uid, number: documentNumber(number), version, name },
      owner,
      absent,
      until,
    }));
  });

/** To the deputy of an absent approver, while the approval is open. */
export async function deputyRequestedEmail(input: TemplateInput): Promise<Email | Skip> {
  const requested = requestedApprovals(input.event);
  if (!requested) return skip('the event requests no approval');
  const [first] = await readForOthers(input, { approvals: requested.approvals.map(({ uid }) => uid) });
  if (!first) return skip('the recipient cannot sign for anybody');
  return words.approvalRequestedOfDeputy(input.context, first);
}

/** To the deputy whom an absence names. */
export async function absenceDeclaredEmail(input: TemplateInput): Promise<Email | Skip> {
  const { event, org, ports, context } = input;
  if (event?.type !== 'AbsenceDeclared') return skip('the event declares no absence');
  const { absence: uid, from, until, user } = event.data;
  const row = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.absence as s')
      .innerJoin('read.user_account as u', 'u.uid', 's.user_uid')
      .select(['s.ended_at', 'u.full_name as name'])
      .where('s.uid', '=', uid)
      .executeTakeFirst(),
  );
  if (!row || row.ended_at !== null) return skip('the absence has ended');
  const own = event.actor.kind === 'user' && event.actor.uid === user;
  const by = own ? row.name : doerOf(event, 'An admin');
  const items = await readForOthers(input, { absences: [uid] });
  return words.absenceDeclared(context, { absent: row.name, from, until, by }, items);
}

/** To the deputy on the first day of absences that were declared before, where approvals are open. */
export async function absenceBegunEmail(input: TemplateInput): Promise<Email | Skip> {
  const items = await readForOthers(input, { absences: input.about ?? [] });
  return items.length > 0 ? words.absenceBegun(input.context, items) : skip('no approval is open');
}
