import { sql } from 'kysely';
import type { Recorded } from '#events/catalogue.ts';
import { hasCode } from '#events/error-code.ts';
import type { Ports } from '#app/kit/ports.ts';
import { compose, mailbox } from '#app/kit/email/compose.ts';
import type { EmailContext } from '#app/kit/email/email.ts';
import { eventAt } from '#app/kit/email/ledger-facts.ts';
import type { RejectedEmail } from '#app/adapters/mail/port.ts';
import { readRecipient } from '#app/kit/people/recipient.ts';
import { emailKey, matterKey, type EmailRequest } from '#app/kit/email/request.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { notify } from './notify.ts';
import { otherPublications, isPublication } from './publications.ts';
import { isFinished, sendOnce } from './send-once.ts';
import { templates } from '../emails/registry.ts';

/** Whether an event is of a demonstration's simulated past, about which nobody gets an email. */
const isSimulated = ({ recordedAt, recordedAtClock: clock }: Recorded): boolean =>
  clock !== undefined && clock > recordedAt;

/** Writes an email from the current facts and sends it once. `stopping` ends the wait for the mail server. */
export async function deliverEmail(ports: Ports, request: EmailRequest, stopping?: AbortSignal): Promise<void> {
  const { org, to, template: name } = request;
  const { config, database, log } = ports;
  const key = emailKey(request);
  const fields = { org, template: name, key, to };
  if (await isFinished(database, org, key)) return;
  const recipient = await readRecipient(database, org, to);
  if (!recipient) return log.warn({ ...fields, reason: 'the recipient does not exist' }, 'mail.skipped');
  const event = 'position' in request ? await eventAt(ports.ledger, org, request.position) : null;
  const template = templates[name];
  const isListed = template.kind !== 'account' && template.kind !== 'digest';
  const isPast = event !== null && isSimulated(event);
  if (isPast && !isListed) return;
  const { organisation, timeZone, firstName } = recipient;
  const email = (event && template.address?.(event)) ?? recipient.email;
  const context: EmailContext = {
    publicUrl: config.publicUrl,
    organisation,
    timeZone,
    to: { firstName, email },
    now: ports.now(),
  };
  const others =
    'position' in request && event && isPublication(event)
      ? await otherPublications(ports, request, event)
      : { keys: [], records: [] };
  const about = 'about' in request ? request.about : request.records && [...request.records, ...others.records];
  const written = [template.status].flat().includes(recipient.status)
    ? await template.write({ ports, org, key: matterKey(request), event, about, recipient, context })
    : { skip: `the recipient is ${recipient.status}` };
  if ('skip' in written) return log.info({ ...fields, reason: written.skip }, 'mail.skipped');
  const first = [matterKey(request), ...others.keys].toSorted()[0] ?? key;
  if (isListed) {
    const isNews = template.kind === 'news';
    const delivery = await notify(ports, { org, to, key: first, template: name, isNews, email: written });
    if (isPast) return;
    if (delivery !== 'at_once') return log.info({ ...fields, delivery }, 'mail.chosen_otherwise');
  }
  const message = await compose(written, context, {
    from: mailbox(config.mailFrom),
    toName: recipient.fullName,
    // The same whichever of their jobs sends it.
    key: `${org}/${[key, ...others.keys].toSorted()[0]}`,
  });
  const documents = await documentsOf(database, org, event, about ?? []);
  // Sent again, it is about the same as now.
  const whole = 'about' in request ? request : { ...request, ...(about && { records: [...about] }) };
  const sending = { org, key, also: others.keys, template: name, to, message, request: whole, documents, stopping };
  const outcome = await sendOnce(ports, sending);
  const { messageId } = message;
  if (hasCode<RejectedEmail>(outcome, 'mail_rejected'))
    log.error({ ...fields, messageId, reason: outcome.message }, 'mail.rejected');
  else log.info({ ...fields, messageId }, outcome === 'sent' ? 'mail.sent' : 'mail.already_sent');
}

/** The uid of the document that an event names, if it names one. */
function documentIn(event: Recorded | null): string | null {
  const document = (event?.data as { document?: string | { uid: string } | null } | undefined)?.document;
  return typeof document === 'string' ? document : (document?.uid ?? null);
}

/** The documents that an email is about: of its event, and of the records, approvals and documents that it names. */
async function documentsOf(
  database: Pick<Database, 'read'>,
  org: string,
  event: Recorded | null,
  about: readonly string[],
): Promise<string[]> {
  const own = documentIn(event);
  if (about.length === 0) return own === null ? [] : [own];
  const uids = sql`any(${[...about]}::uuid[])`;
  const found = await database.read(org, (db) =>
    sql<{ uid: string }>`
      select uid from read.document where org_id = ${org} and uid = ${uids}
      union select document_uid from read.training_record where org_id = ${org} and uid = ${uids}
      union select document_uid from read.approval where org_id = ${org} and uid = ${uids}`.execute(db),
  );
  return [...new Set([...(own === null ? [] : [own]), ...found.rows.map(({ uid }) => uid)])].sort();
}
