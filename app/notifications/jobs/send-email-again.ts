import { z } from 'zod';
import { uid } from '#events/common.ts';
import { enqueueEmails } from '#app/notifications/delivery/enqueue.ts';
import { eventAt } from '#app/kit/email/ledger-facts.ts';
import { emailRequest } from '#app/kit/email/request.ts';
import type { Task } from '#app/kit/job/task.ts';

const eventReference = z.object({ org: uid, position: z.string().regex(/^\d+$/) });

/** Enqueues a refused email again, under a key of its own. */
export const sendEmailAgainJob: Task<z.infer<typeof eventReference>> = {
  name: 'send-email-again',
  payload: eventReference,
  async run({ org, position }, { ledger, database }) {
    const event = await eventAt(ledger, org, position);
    if (event.type !== 'EmailSentAgain') return;
    const { key } = event.data;
    await database.tenant(org, async (trx) => {
      const refused = await trx
        .updateTable('identity.mail_sent')
        .set({ sent_again_at: event.recordedAt })
        .where('org_id', '=', org)
        .where('key', '=', key)
        .returning('request')
        .executeTakeFirst();
      const request = emailRequest.safeParse(refused?.request);
      if (request.success) await enqueueEmails(trx, [{ ...request.data, again: position }]);
    });
  },
};
