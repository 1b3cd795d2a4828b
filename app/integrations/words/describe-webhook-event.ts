import type { webhookEvents } from '#events/webhook/events.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { disabledWords } from '#app/integrations/words/webhooks.ts';

/** The events of webhooks, in words. */
export const webhookDescriptions: Descriptions<keyof typeof webhookEvents> = {
  WebhookRegistered: ({ url, kinds }) => ({
    sentence: `registered the webhook ${url}`,
    note: `Kinds: ${kinds.join(', ')}.`,
  }),
  WebhookChanged: ({ url, kinds, changes, reason }) => ({
    sentence: `changed the webhook ${url}`,
    note: [
      changes.includes('url') && 'Another address.',
      changes.includes('kinds') && `Kinds: ${kinds.join(', ')}.`,
      changes.includes('secret') && 'Another secret.',
      changes.includes('enabled') && 'Turned on.',
    ]
      .filter(Boolean)
      .join(' '),
    reason,
  }),
  WebhookRemoved: ({ url, reason }) => ({ sentence: `removed the webhook ${url}`, reason }),
  WebhookDeliverySkipped: ({ url, kind, position, reason }) => ({
    sentence: `skipped a delivery to the webhook ${url}`,
    note: `${kind}${position === null ? '' : `, event no. ${position}`}.`,
    reason,
  }),
  WebhookDisabled: ({ url, because }) => ({
    sentence: `turned off the webhook ${url}`,
    note: `${disabledWords[because]}.`,
  }),
};
