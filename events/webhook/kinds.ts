/** The kinds of webhook, in the order of their form. */
export const webhookKinds = [
  'document.created',
  'approval.requested',
  'approval.given',
  'approval.rejected',
  'document.approved',
  'document.published',
  'document.effective',
  'document.revised',
  'document.retired',
  'document.reinstated',
  'document.discarded',
  'change.requested',
  'change.accepted',
  'change.declined',
  'change.carried_out',
  'training.assigned',
  'training.completed',
  'training.cancelled',
  'user.invited',
  'user.confirmed',
  'user.changed',
  'user.deactivated',
  'user.reactivated',
] as const;

export type WebhookKind = (typeof webhookKinds)[number];
