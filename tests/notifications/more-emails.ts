import type { Email, EmailContext } from '#app/kit/email/email.ts';
import * as deputies from '#app/approvals/emails/deputies.ts';
import { dailyDigest } from '#app/notifications/emails/daily-digest.ts';
import type { NamedDocument } from '#app/kit/email/document-list.ts';
import * as reminders from '#app/notifications/emails/reminders.ts';
import * as steps from '#app/approvals/emails/steps.ts';

const away = { absent: 'Marit Solheim', from: '2026-03-12', until: '2026-06-03' };

/** The emails about deputies and the steps of routes, and others. */
export function moreEmails(context: EmailContext, document: NamedDocument): Record<string, Email> {
  const forOther = { document, owner: 'Priya Raman', absent: away.absent, until: away.until };
  const stepApproval = {
    document,
    owner: 'Priya Raman',
    step: '2, Quality unit',
    dueAt: '2026-03-13T11:00:00.000Z',
    approver: 'Marit Solheim',
    asDeputy: false,
  };
  return {
    'approval requested of a deputy': deputies.approvalRequestedOfDeputy(context, forOther),
    'absence declared': deputies.absenceDeclared(context, { ...away, by: 'Ines Okafor' }, []),
    'absence declared, with open approvals': deputies.absenceDeclared(context, { ...away, by: away.absent }, [
      forOther,
      forOther,
    ]),
    'absence begun': deputies.absenceBegun(context, [forOther]),
    'step due': steps.stepDue(context, [stepApproval]),
    'steps overdue': steps.stepOverdue(context, [stepApproval, { ...stepApproval, asDeputy: true }]),
    'step escalated': steps.stepEscalated(context, [stepApproval], true),
    'daily digest': dailyDigest(context, [
      { subject: `Effective: ${document.number}, ${'Kalibracja '.repeat(7)}`, preview: 'Version 2.1 is in force.' },
      { subject: 'Approved: SOP - QA - 018, Release', preview: 'All approvers have signed version 3.0.' },
    ]),
    'approval waiting': reminders.approvalWaiting(context, [
      { document, owner: 'Priya Raman', requestedAt: '2026-03-01T11:00:00.000Z' },
    ]),
  };
}
