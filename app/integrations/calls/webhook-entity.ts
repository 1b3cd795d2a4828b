import { z } from 'zod';
import { webhookKinds } from '#events/webhook/kinds.ts';
import { position, webhookUrl } from '#app/kit/call/fields.ts';
import { moment, toMoment, toMomentOrNull } from '#app/kit/call/moment.ts';
import type { DeliveryRow, WebhookRow } from '#app/integrations/queries/webhooks/list.ts';

export const kinds = z.array(z.enum(webhookKinds));

export const webhook = z
  .object({
    uid: z.uuid(),
    url: webhookUrl,
    kinds,
    registeredDate: moment,
    disabledDate: moment.nullable().describe('Since when nothing is sent; null while it is turned on.'),
    disabledBecause: z
      .enum(['failing', 'gone', 'moved'])
      .nullable()
      .describe(
        '`failing`: it failed for three days. `gone`: it answered 410. `moved`: the organisation was imported here.',
      ),
  })
  .meta({ id: 'Webhook' });

export const toWebhook = ({ uid, url, kinds: own, registeredAt, disabled }: WebhookRow): z.input<typeof webhook> => ({
  uid,
  url,
  kinds: [...own],
  registeredDate: toMoment(registeredAt),
  disabledDate: toMomentOrNull(disabled?.at ?? null),
  disabledBecause: disabled?.because ?? null,
});

export const delivery = z
  .object({
    uid: z.uuid().describe('The header `webhook-id`: the same in every attempt.'),
    kind: z.enum([...webhookKinds, 'test']).describe('A kind, or `test`.'),
    position: position.nullable().describe('Of its event in the ledger; null for a test.'),
    state: z
      .enum(['waiting', 'once', 'delivered', 'failed', 'skipped'])
      .describe(
        '`waiting`: tried again for three days. `once`: one attempt that somebody asked for. `skipped`: an admin ' +
          'left it out.',
      ),
    skippedBecause: z
      .string()
      .meta({ maxLength: 1000, examples: ['The receiver cannot read it.'] })
      .nullable()
      .describe('Why an admin left it out; null where nobody did.'),
    createdDate: moment,
    attempts: z.int(),
    nextDate: moment.nullable().describe('When it is tried next.'),
    answeredDate: moment.nullable(),
    status: z.int().nullable().describe('The HTTP status of the last attempt; null where no answer came.'),
    answer: z
      .string()
      .meta({ maxLength: 1000, examples: ['No answer within 10 seconds.'] })
      .nullable()
      .describe('The beginning of the answer, or why there was none.'),
  })
  .meta({ id: 'WebhookDelivery' });

export const toDelivery = (row: DeliveryRow): z.input<typeof delivery> => ({
  uid: row.uid,
  kind: row.kind,
  position: row.position,
  state: row.state,
  skippedBecause: row.skippedBecause,
  createdDate: toMoment(row.createdAt),
  attempts: row.attempts,
  nextDate: toMomentOrNull(row.nextAt),
  answeredDate: toMomentOrNull(row.answeredAt),
  status: row.status,
  answer: row.answer,
});
