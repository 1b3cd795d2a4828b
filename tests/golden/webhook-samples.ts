import type { EventData } from '#events/catalogue.ts';

const uid = (number: number): string => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;

const hook = { webhook: uid(90), url: 'https://hooks.northmere.example/imprimatur' };

type WebhookEvent = 'WebhookRegistered' | 'WebhookChanged' | 'WebhookRemoved' | 'WebhookDeliverySkipped' | 'WebhookDisabled';

/** Payloads of the events of webhooks. */
export const webhookSamples: { [T in WebhookEvent]: EventData<T> } = {
  WebhookRegistered: { ...hook, kinds: ['document.effective', 'training.completed'], secret: uid(91) },
  WebhookChanged: {
    ...hook,
    kinds: ['document.effective'],
    secret: uid(92),
    formerSecret: uid(91),
    changes: ['kinds', 'secret'],
    reason: 'The server was replaced.',
  },
  WebhookRemoved: { ...hook, reason: 'The contract has ended.' },
  WebhookDeliverySkipped: {
    ...hook,
    delivery: uid(93),
    kind: 'document.effective',
    position: '41',
    reason: 'The receiver cannot read it.',
  },
  WebhookDisabled: { ...hook, because: 'failing' },
};
