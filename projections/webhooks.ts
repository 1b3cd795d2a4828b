import type { Projection } from './projection.ts';

/** The addresses that events are announced to. */
export const webhooks: Projection = {
  name: 'webhooks',
  tables: ['webhook', 'webhook_skip'],
  handles: {
    WebhookRegistered: ({ data, actor, recordedAt, position }, to) =>
      to.put('webhook', {
        uid: data.webhook,
        url: data.url,
        kinds: data.kinds,
        secret_uid: data.secret,
        registered_by: actor.kind === 'user' || actor.kind === 'service_account' ? actor.uid : null,
        registered_at: recordedAt,
        registered_position: position,
      }),
    WebhookChanged: ({ data, recordedAt }, to) =>
      to.patch(
        'webhook',
        { uid: data.webhook },
        {
          url: data.url,
          kinds: data.kinds,
          ...(data.formerSecret !== null && {
            secret_uid: data.secret,
            former_secret_uid: data.formerSecret,
            rotated_at: recordedAt,
          }),
          ...(data.changes.includes('enabled') && { disabled_at: null, disabled_because: null }),
        },
      ),
    WebhookRemoved: ({ data, recordedAt }, to) =>
      to.patch('webhook', { uid: data.webhook }, { removed_at: recordedAt }),
    WebhookDeliverySkipped: ({ data, recordedAt }, to) =>
      to.put('webhook_skip', {
        webhook_uid: data.webhook,
        delivery_uid: data.delivery,
        skipped_at: recordedAt,
        reason: data.reason,
      }),
    WebhookDisabled: ({ data, recordedAt }, to) =>
      to.patch('webhook', { uid: data.webhook }, { disabled_at: recordedAt, disabled_because: data.because }),
  },
};
