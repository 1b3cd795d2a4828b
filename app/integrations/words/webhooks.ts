import type { WebhookKind } from '#events/webhook/kinds.ts';

/** When each kind of webhook is sent. */
export const kindWords: Record<WebhookKind, string> = {
  'document.created': 'A draft is created',
  'approval.requested': 'Somebody is asked to approve',
  'approval.given': 'An approver approves',
  'approval.rejected': 'An approver rejects',
  'document.approved': 'The last approval is given',
  'document.published': 'A version is scheduled',
  'document.effective': 'A version becomes effective',
  'document.revised': 'A revision is sent for review',
  'document.retired': 'A document is retired',
  'document.reinstated': 'A retired document is taken up again',
  'document.discarded': 'A draft is discarded',
  'change.requested': 'A change of a document is requested',
  'change.accepted': 'A change request is accepted',
  'change.declined': 'A change request is declined',
  'change.carried_out': 'A version that carries out a request is effective',
  'training.assigned': 'Training is assigned',
  'training.completed': 'A person signs their training',
  'training.cancelled': 'Open training is cancelled',
  'user.invited': 'A person is invited',
  'user.confirmed': 'A person confirms the invitation',
  'user.changed': 'A name, role or department changes',
  'user.deactivated': 'A person is deactivated',
  'user.reactivated': 'A person is reactivated',
};

/** Why a webhook was turned off, as a sentence without its full stop. */
export const disabledWords = {
  failing: 'It failed for three days',
  gone: 'It answered 410 Gone',
  moved: 'The organisation was imported into this installation, which signs with another secret',
} as const;
