import { sql } from 'kysely';
import { hasCode } from '#events/error-code.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { EmailRequest } from '#app/kit/email/request.ts';
import { longestSending, type RejectedEmail, type EmailMessage, type MailTransport } from '#app/adapters/mail/port.ts';

/** Longer than any transport waits: if PostgreSQL ended the transaction, the sent email would be sent again. */
const idleTimeout = sql.raw(`set local idle_in_transaction_session_timeout = ${longestSending + 60_000}`);

interface Sending {
  org: string;
  /** Unique in the organisation. */
  key: string;
  /** Keys of further emails that this one includes. */
  also?: readonly string[];
  template: string;
  to: string;
  message: EmailMessage;
  /** The job's payload, so that the same can be sent again. */
  request: EmailRequest;
  /** The documents that it is about (uids). */
  documents: readonly string[];
  stopping?: AbortSignal;
}

/**
 * Sends an email once: a second worker waits for the locked row of its key and finds it finished. Throws where the
 * server did not take it, and the job tries again. Crash point: between "250 OK" and the commit, where the next try
 * repeats the same Message-ID and the same code, so that servers and mail programs can drop the repeat.
 */
export function sendOnce(
  { database, mail }: { database: Pick<Database, 'tenant'>; mail: MailTransport },
  { org, key, also = [], template, to, message, request, documents, stopping }: Sending,
): Promise<'sent' | 'already sent' | RejectedEmail> {
  // Always in one order, so that two jobs of a person cannot deadlock.
  const keys = [key, ...also].toSorted();
  return database.tenant(org, async (trx) => {
    const unsent = { org_id: org, template, to_user: to, message_id: message.messageId, sent_to: null, sent_at: null };
    await trx
      .insertInto('identity.mail_sent')
      .values(keys.map((one) => ({ ...unsent, key: one })))
      .onConflict((conflict) => conflict.constraint('mail_sent_pk').doNothing())
      .execute();
    const rows = await trx
      .selectFrom('identity.mail_sent')
      .select(['key', 'sent_at', 'refused_at'])
      .where('org_id', '=', org)
      .where('key', 'in', keys)
      .orderBy('key')
      .forUpdate()
      .execute();
    const finished = rows.filter((row) => row.sent_at !== null || row.refused_at !== null);
    if (finished.some((row) => row.key === key)) return 'already sent';
    // The next try writes the email without what another one was about meanwhile.
    if (finished.length > 0) throw new Error('Another email was about a part of this one.');
    await idleTimeout.execute(trx);
    const rejected = await mail.send(message, stopping).then(
      () => null,
      (error: unknown) => {
        if (hasCode<RejectedEmail>(error, 'mail_rejected')) return error;
        throw error;
      },
    );
    await trx
      .updateTable('identity.mail_sent')
      .set(
        rejected
          ? {
              refused_at: message.date,
              refusal: rejected.message.slice(0, 500),
              to_user: to,
              sent_to: message.to.address,
            }
          : { sent_at: message.date, sent_to: message.to.address },
      )
      .where('org_id', '=', org)
      .where('key', 'in', keys)
      .execute();
    // Those that it includes are sent again with it.
    await trx
      .updateTable('identity.mail_sent')
      .set({ request: JSON.stringify(request), documents: [...documents] })
      .where('org_id', '=', org)
      .where('key', '=', key)
      .execute();
    return rejected ?? 'sent';
  });
}

/** Whether the email was sent or rejected: then no code is issued for it again. `sendOnce` decides. */
export const isFinished = (database: Pick<Database, 'tenant'>, org: string, key: string): Promise<boolean> =>
  database.tenant(org, async (trx) => {
    const row = await trx
      .selectFrom('identity.mail_sent')
      .select('key')
      .where('org_id', '=', org)
      .where('key', '=', key)
      .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('refused_at', 'is not', null)]))
      .executeTakeFirst();
    return row !== undefined;
  });
