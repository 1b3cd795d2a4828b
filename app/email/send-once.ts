import { sql } from 'kysely';
import type { Database } from '#app/database/database.ts';
import { longestSending, RefusedForGood, type MailMessage, type MailTransport } from './port.ts';

/** Past what any transport waits: a transaction that PostgreSQL ended would leave what was sent unnoted, to be sent again. */
const idle = sql.raw(`set local idle_in_transaction_session_timeout = ${longestSending + 60_000}`);

/**
 * Sends an e-mail once, whoever tries and however often: a second worker waits at the row of `key` (unique in the organisation),
 * then finds it settled. Throws where the e-mail could not be handed on; nothing is noted then, and the job tries again. One that is
 * refused for good is noted with the words of the refusal and given up.
 *
 * Crash point: between the server's "250 OK" and the commit. SMTP has no transaction that spans both, so the next try sends
 * the same e-mail with the same Message-ID, which lets servers and mail programs drop the repeat; a code in it is the same one.
 */
export function sendOnce(
  { database, mail }: { database: Pick<Database, 'tenant'>; mail: MailTransport },
  parcel: { org: string; key: string; template: string; to: string; message: MailMessage; giveUp?: AbortSignal },
): Promise<'sent' | 'settled before' | RefusedForGood> {
  const { org, key, template, to, message, giveUp } = parcel;
  return database.tenant(org, async (trx) => {
    await trx
      .insertInto('identity.mail_sent')
      .values({ org_id: org, key, template, to_user: to, message_id: message.messageId, sent_to: null, sent_at: null })
      .onConflict((conflict) => conflict.constraint('mail_sent_pk').doNothing())
      .execute();
    const row = await trx
      .selectFrom('identity.mail_sent')
      .select(['sent_at', 'refused_at'])
      .where('org_id', '=', org)
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.sent_at !== null || row.refused_at !== null) return 'settled before';
    await idle.execute(trx);
    const refused = await mail.send(message, giveUp).then(
      () => null,
      (error: unknown) => {
        if (error instanceof RefusedForGood) return error;
        throw error;
      },
    );
    await trx
      .updateTable('identity.mail_sent')
      .set(
        refused
          ? { refused_at: message.date, refusal: refused.message.slice(0, 500), to_user: to }
          : { sent_at: message.date, sent_to: message.to.address },
      )
      .where('org_id', '=', org)
      .where('key', '=', key)
      .execute();
    return refused ?? 'sent';
  });
}

/** Whether it was sent or given up already: saves writing it again. `sendOnce` decides. */
export const isSettled = (database: Pick<Database, 'tenant'>, org: string, key: string): Promise<boolean> =>
  database.tenant(org, async (trx) => {
    const row = await trx
      .selectFrom('identity.mail_sent')
      .select(['sent_at', 'refused_at'])
      .where('org_id', '=', org)
      .where('key', '=', key)
      .executeTakeFirst();
    return row !== undefined && (row.sent_at !== null || row.refused_at !== null);
  });
