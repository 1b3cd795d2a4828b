import type { E, EventType } from '#events/catalogue.ts';
import type { WebhookKind } from '#events/webhook/kinds.ts';

/** What a webhook is about, by uid: never a name, never content. */
export type WebhookUids = Record<string, string | readonly string[]>;

interface Announcement {
  readonly kind: WebhookKind;
  readonly uids: WebhookUids;
}

type Announcements = { [T in EventType]?: (data: E<T>['data']) => Announcement[] };

const ofDocument =
  (kind: WebhookKind) =>
  ({ document }: { document: string }): Announcement[] => [{ kind, uids: { document } }];

const ofUser =
  (kind: WebhookKind) =>
  ({ user }: { user: string }): Announcement[] => [{ kind, uids: { user } }];

type Approval = { uid: string; user: string };

const ofApproval =
  (kind: WebhookKind) =>
  ({ document, approval }: { document: string; approval: Approval }): Announcement[] => [
    { kind, uids: { document, approval: approval.uid, user: approval.user } },
  ];

const requested = (document: string, approvals: readonly Approval[]): Announcement => ({
  kind: 'approval.requested',
  uids: { document, approvals: approvals.map(({ uid }) => uid), users: approvals.map(({ user }) => user) },
});

const ofRequest =
  (kind: WebhookKind) =>
  ({ document, request }: { document: string; request: string }): Announcement[] => [
    { kind, uids: { document, request } },
  ];

type Training = { record: string; user: string; document: string };

const ofRecords = (kind: WebhookKind, records: readonly Training[]): Announcement[] =>
  records.length === 0
    ? []
    : [
        {
          kind,
          uids: {
            documents: [...new Set(records.map(({ document }) => document))],
            records: records.map(({ record }) => record),
            users: [...new Set(records.map(({ user }) => user))],
          },
        },
      ];

/** Event type → the webhooks that follow it. */
const announcements: Announcements = {
  DocumentCreated: ofDocument('document.created'),
  DocumentSentForReview: ({ document, approvals }) => [requested(document, approvals)],
  DocumentRevised: ({ document, approvals }) => [
    { kind: 'document.revised', uids: { document } },
    requested(document, approvals),
  ],
  ApproverAdded: ({ document, approval }) => [requested(document, [approval])],
  ApproverReplaced: ({ document, replacement }) => [requested(document, [replacement])],
  ApprovalGiven: ofApproval('approval.given'),
  ApprovalRejected: ofApproval('approval.rejected'),
  DocumentApproved: ofDocument('document.approved'),
  DocumentPublished: ofDocument('document.published'),
  DocumentBecameEffective: ofDocument('document.effective'),
  DocumentRetired: ofDocument('document.retired'),
  DocumentReinstated: ofDocument('document.reinstated'),
  DocumentDiscarded: ofDocument('document.discarded'),
  ChangeRequested: ofRequest('change.requested'),
  ChangeRequestAccepted: ofRequest('change.accepted'),
  ChangeRequestDeclined: ofRequest('change.declined'),
  ChangeRequestCarriedOut: ofRequest('change.carried_out'),
  TrainingAssigned: ({ assignments }) => ofRecords('training.assigned', assignments),
  TrainingCompleted: ({ record, user, document }) => [{ kind: 'training.completed', uids: { record, user, document } }],
  TrainingCancelled: ({ records }) => ofRecords('training.cancelled', records),
  UserInvited: ofUser('user.invited'),
  UserConfirmed: ofUser('user.confirmed'),
  UserEdited: ofUser('user.changed'),
  UserDeactivated: ofUser('user.deactivated'),
  UserReactivated: ofUser('user.reactivated'),
};

/** Whether webhooks follow events of this type. */
export const isAnnounced = (type: string): boolean => Object.hasOwn(announcements, type);

/** The webhooks that follow an event. */
export function announce({ type, data }: E): Announcement[] {
  const of = announcements[type] as ((data: E['data']) => Announcement[]) | undefined;
  return of?.(data) ?? [];
}
