import { z } from 'zod';
import { uid } from '#events/common.ts';
import { event, never, webhooks } from '#events/event.ts';
import { webhookKinds } from '#events/webhook/kinds.ts';

const webhook = z.object({ webhook: uid, url: z.string() });
const kinds = z.array(z.enum(webhookKinds)).min(1);

/** Why nothing is sent any more: it failed for three days, it answered 410 Gone, or the organisation was imported. */
export const disabledBecause = z.enum(['failing', 'gone', 'moved']);
export type DisabledBecause = z.infer<typeof disabledBecause>;

/** Stream `webhook-<uid>`. `secret` names the signing secret; it cannot be used itself. */
export const webhookEvents = {
  WebhookRegistered: event('webhook.manage', webhooks, { ...webhook.shape, kinds, secret: uid }),
  /** As it is from then on; `changes` names what changed. `enabled`: it is sent to again. */
  WebhookChanged: event('webhook.manage', webhooks, {
    ...webhook.shape,
    kinds,
    secret: uid,
    /** Where it was rotated; it signs beside the new one for a day. */
    formerSecret: uid.nullable(),
    changes: z.array(z.enum(['url', 'kinds', 'secret', 'enabled'])).min(1),
    reason: z.string().nullable(),
  }),
  WebhookRemoved: event('webhook.manage', webhooks, { ...webhook.shape, reason: z.string() }),
  /** A delivery that waits is not sent; those after it go on. `position`: of its event; null for a test. */
  WebhookDeliverySkipped: event(null, webhooks, {
    ...webhook.shape,
    delivery: uid,
    kind: z.enum([...webhookKinds, 'test']),
    position: z.string().nullable(),
    reason: z.string(),
  }),
  WebhookDisabled: event(null, never, { ...webhook.shape, because: disabledBecause }),
} as const;
