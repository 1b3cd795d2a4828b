import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Recorded } from '#events/catalogue.ts';
import { uid } from '#events/common.ts';
import { isStanding } from '#events/document/approval.ts';
import { versionOf } from '#events/document/state.ts';
import { dayIn } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { enqueueEmails } from '#app/notifications/delivery/enqueue.ts';
import { documentAt, eventAt } from '#app/kit/email/ledger-facts.ts';
import { isPublication } from '#app/notifications/delivery/publications.ts';
import type { EventEmailRequest } from '#app/kit/email/request.ts';
import { requestedApprovals } from '#app/approvals/emails/approval-facts.ts';
import type { Task } from '#app/kit/job/task.ts';
import type { Ports } from '#app/kit/ports.ts';
import { deputies } from '#app/approval-routes/queries/deputies.ts';
import { accountsOf } from '#app/integrations/queries/service-accounts/of-owner.ts';
import { activeAdmins } from '#app/notifications/queries/reminders-due.ts';

const eventReference = z.object({ org: uid, position: z.string().regex(/^\d+$/) });

/** Finds the recipients of an event that does not name them itself, and enqueues one email for each. */
export const enqueueEmailsJob: Task<z.infer<typeof eventReference>> = {
  name: 'enqueue-emails',
  formerNames: ['tell-rejected', 'tell-training-assigned', 'tell-locked-out'],
  payload: eventReference,
  async run({ org, position }, ports) {
    const event = await eventAt(ports.ledger, org, position);
    await ports.database.tenant(org, async (trx) => {
      const emails = await emailsOf(event, ports, org, trx);
      const requests = emails.map((email) => ({ org, position, ...email }));
      await enqueueEmails(trx, requests, isPublication(event) ? ports.config.publicationEmailSeconds : 0);
    });
  },
};

type Recipient = Pick<EventEmailRequest, 'template' | 'to' | 'records'>;

/** The emails of an event that does not name their recipients. */
export async function emailsOf(event: Recorded, ports: Ports, org: string, db: Kysely<Database>): Promise<Recipient[]> {
  switch (event.type) {
    // The owner and the other approvers of the rejected version (rules.md section 2).
    case 'ApprovalRejected': {
      const { document, version, approval } = event.data;
      const { past } = await documentAt(ports.ledger, org, document, event.position);
      if (!past) return [];
      const approvals = versionOf(past, version)?.approvals ?? [];
      const people = new Set([past.owner.uid, ...approvals.filter(isStanding).map(({ user }) => user)]);
      people.delete(approval.user);
      return [...people].map((to) => ({ template: 'document-rejected', to }));
    }
    // The deputies of approvers who are absent on that day.
    case 'DocumentSentForReview':
    case 'DocumentRevised':
    case 'StepOpened':
    case 'ApproverAdded':
    case 'ApproverReplaced': {
      const approvals = requestedApprovals(event)?.approvals.map(({ uid }) => uid) ?? [];
      const { settings } = await db.selectFrom('read.organisation').select('settings').executeTakeFirstOrThrow();
      const rows = await deputies(db, dayIn(event.recordedAt, settings.timeZone))
        .where('a.uid', 'in', approvals)
        .execute();
      return [...new Set(rows.map(({ deputy }) => deputy))].map((to) => ({
        template: 'approval-wanted-of-deputy',
        to,
      }));
    }
    // The owner; and the admins, for the final approval.
    case 'DocumentApproved':
    case 'DocumentBecameEffective': {
      const { document } = event.data;
      const { past } = await documentAt(ports.ledger, org, document, event.position);
      const approved = event.type === 'DocumentApproved';
      const people = new Set([...(past ? [past.owner.uid] : []), ...(approved ? await activeAdmins(db) : [])]);
      return [...people].map((to) => ({ template: approved ? 'document-approved' : 'document-effective', to }));
    }
    // The admins who may give the second signature.
    case 'ImportChecked': {
      const { import: uid, signature } = event.data;
      const begun = await db
        .selectFrom('read.library_import')
        .select('begun_by')
        .where('uid', '=', uid)
        .executeTakeFirst();
      const others = (await activeAdmins(db)).filter((admin) => ![begun?.begun_by, signature.signer].includes(admin));
      return others.map((to) => ({ template: 'import-checked', to }));
    }
    // The owner, but for what the owner did.
    case 'ChangeRequested':
    case 'CommentMade': {
      const { document, author } = event.data;
      const { past } = await documentAt(ports.ledger, org, document, event.position);
      if (!past || past.owner.uid === author.uid) return [];
      const template = event.type === 'CommentMade' ? 'comment-made' : 'change-requested';
      return [{ template, to: past.owner.uid }];
    }
    // One email a person for everything that the event assigned.
    case 'TrainingAssigned': {
      const records = new Map<string, string[]>();
      for (const { user, record } of event.data.assignments) records.set(user, [...(records.get(user) ?? []), record]);
      return [...records].map(([to, own]) => ({ template: 'training-assigned', to, records: own }));
    }
    // The owner, and the admins (21 CFR 11.300(d)).
    case 'UserLockedOut':
      return [...new Set([event.data.user, ...(await activeAdmins(db))])].map((to) => ({
        template: 'account-locked',
        to,
      }));
    case 'BreakGlassUsed':
      return (await activeAdmins(db)).map((to) => ({ template: 'break-glass-used', to }));
    // The admins, where the person answers for a program.
    case 'UserDeactivated': {
      const suspended = await accountsOf(db, event.data.user, event.recordedAt);
      if (suspended.length === 0) return [];
      return (await activeAdmins(db)).map((to) => ({ template: 'service-account-suspended', to }));
    }
    // The person who registered it, or who answers for the program that did, and the admins.
    case 'WebhookDisabled': {
      const webhook = await db
        .selectFrom('read.webhook as webhook')
        .leftJoin('read.service_account as account', (join) =>
          join.onRef('account.org_id', '=', 'webhook.org_id').onRef('account.uid', '=', 'webhook.registered_by'),
        )
        .select(({ fn }) => fn.coalesce('account.owner_uid', 'webhook.registered_by').as('owner'))
        .where('webhook.uid', '=', event.data.webhook)
        .executeTakeFirst();
      const owner = webhook?.owner ?? null;
      const people = new Set([...(owner === null ? [] : [owner]), ...(await activeAdmins(db))]);
      return [...people].map((to) => ({ template: 'webhook-disabled', to }));
    }
    default:
      return [];
  }
}
