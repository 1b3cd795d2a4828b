import type { Ports } from '#app/kit/ports.ts';
import type { EmailDelivery } from '#app/notifications/preferences/email-delivery.ts';

interface Notified {
  org: string;
  /** The recipient's uid. */
  to: string;
  /** What tells one notification from another, the same in every try. */
  key: string;
  template: string;
  /** The person may choose when, or whether, the email comes. */
  isNews: boolean;
  email: { subject: string; preview: string; action?: { url: string } };
}

/**
 * Lists what an email says behind the recipient's bell, once, and answers when the email goes. A later try keeps
 * to the first answer, whatever the person chose meanwhile.
 */
export const notify = (
  { database, config, newId, now }: Pick<Ports, 'database' | 'config' | 'newId' | 'now'>,
  { org, to, key, template, isNews, email }: Notified,
): Promise<EmailDelivery> =>
  database.tenant(org, async (trx) => {
    const choice = isNews
      ? await trx.selectFrom('app.notification_choice').select('emails').where('user_uid', '=', to).executeTakeFirst()
      : undefined;
    const url = email.action?.url;
    await trx
      .insertInto('app.notification')
      .values({
        org_id: org,
        uid: newId(),
        user_uid: to,
        key,
        template,
        subject: email.subject,
        preview: email.preview,
        path: url?.startsWith(`${config.publicUrl}/`) ? url.slice(config.publicUrl.length) : null,
        noted_at: now(),
        delivery: choice?.emails ?? 'at_once',
      })
      .onConflict((conflict) => conflict.constraint('notification_once').doNothing())
      .execute();
    const { delivery } = await trx
      .selectFrom('app.notification')
      .select('delivery')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return delivery;
  });
