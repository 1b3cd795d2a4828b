import type { Database } from '#app/database/database.ts';
import type { MailMessage, MailTransport } from './port.ts';

/**
 * Sends an e-mail once, whoever tries and however often: a second worker waits at the row of `key` (unique in the organisation),
 * then finds it sent. Throws where the e-mail could not be handed on; nothing is noted then, and the job tries again.
 *
 * Crash point: between the server's "250 OK" and the commit. SMTP has no transaction that spans both, so the next try sends
 * the same e-mail with the same Message-ID, which lets servers and mail programs drop the repeat; a code in it is the same one.
 */
export function sendOnce(
  { database, mail }: { database: Pick<Database, 'tenant'>; mail: MailTransport },
  parcel: { org: string; key: string; template: string; message: MailMessage },
): Promise<'sent' | 'already sent'> {
  const { org, key, template, message } = parcel;
  return database.tenant(org, async (trx) => {
    await trx
      .insertInto('identity.mail_sent')
      .values({ org_id: org, key, template, message_id: message.messageId, sent_to: null, sent_at: null })
      .onConflict((conflict) => conflict.constraint('mail_sent_pk').doNothing())
      .execute();
    const row = await trx
      .selectFrom('identity.mail_sent')
      .select('sent_at')
      .where('org_id', '=', org)
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.sent_at !== null) return 'already sent';
    await mail.send(message);
    await trx
      .updateTable('identity.mail_sent')
      .set({ sent_at: message.date, sent_to: message.to.address })
      .where('org_id', '=', org)
      .where('key', '=', key)
      .execute();
    return 'sent';
  });
}

/** Whether it was sent already: saves writing it again. `sendOnce` decides. */
export const wasSent = (database: Pick<Database, 'tenant'>, org: string, key: string): Promise<boolean> =>
  database.tenant(org, async (trx) => {
    const row = await trx
      .selectFrom('identity.mail_sent')
      .select('sent_at')
      .where('org_id', '=', org)
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.sent_at != null;
  });
