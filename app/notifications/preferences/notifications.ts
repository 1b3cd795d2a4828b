import { sql } from 'kysely';
import type { Database } from '#app/adapters/database/database.ts';
import type { EmailDelivery } from '#app/notifications/preferences/email-delivery.ts';

type Whose = { org: string; uid: string };

/** Saves up to which number a person has read the list; never a lower one. */
export async function markRead(database: Database, { org, uid }: Whose, number: string): Promise<void> {
  await database.tenant(org, (db) =>
    db
      .insertInto('app.notification_choice')
      .values({ org_id: org, user_uid: uid, read_number: number })
      .onConflict((conflict) =>
        conflict.constraint('notification_choice_pk').doUpdateSet({
          read_number: sql`greatest(notification_choice.read_number, excluded.read_number)`,
        }),
      )
      .execute(),
  );
}

/** Saves when a person wants emails about news. */
export async function saveEmailChoice(database: Database, { org, uid }: Whose, emails: EmailDelivery): Promise<void> {
  await database.tenant(org, (db) =>
    db
      .insertInto('app.notification_choice')
      .values({ org_id: org, user_uid: uid, emails })
      .onConflict((conflict) => conflict.constraint('notification_choice_pk').doUpdateSet({ emails }))
      .execute(),
  );
}
